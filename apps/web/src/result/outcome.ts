import { answersAmong, decisionOf, type Panel, type Tally, tally } from '@convene/domain'
import type { Entry, EntryOf, View } from '../session/view.ts'

export type SaidEntry = EntryOf<'said'>

/** What the newest run of a session came to. */
export type Outcome = {
  readonly ending: EntryOf<'ending'> | null
  /** What answers the goal: one text, or in a broadcast one of each member. */
  readonly answers: readonly SaidEntry[]
  /** Whether somebody picked the answer among several. */
  readonly isPicked: boolean
  /** In a panel: the ballots, counted in every way. */
  readonly tally: Tally | null
  /** What the panel decided; null if it decided nothing. */
  readonly decision: string | null
  readonly ballots: Panel['ballots']
}

/** Reads the result out of what is shown of a session. */
export function outcomeOf(view: View): Outcome {
  const entries = view.order.flatMap((key) => view.entries.get(key) ?? [])
  const start = entries.findLastIndex(({ kind }) => kind === 'opening')
  const run = entries.slice(Math.max(0, start))
  const ending = run.findLast((entry) => entry.kind === 'ending') ?? null
  const said = untilItsEnd(run).filter(
    (entry): entry is SaidEntry => entry.kind === 'said' && entry.id !== null && entry.role !== 'user',
  )
  const { run: newest, picked } = view.session
  const answers = answersAmong(
    newest?.mode ?? '',
    said,
    ({ agent, messageKind }) => ({ author: agent, kind: messageKind }),
    ({ id }) => picked !== null && id === picked,
  )
  const isPicked = picked !== null && answers.some(({ id }) => id === picked)
  return { ending, answers, isPicked, ...ballotsOf(view) }
}

/** What was said until the run ended: answers to questions that were asked afterwards are not its result. */
function untilItsEnd(run: readonly Entry[]): readonly Entry[] {
  const end = run.findIndex(({ kind }) => kind === 'ending')
  return end < 0 ? run : run.slice(0, end)
}

function ballotsOf({ session: { run } }: View): Pick<Outcome, 'tally' | 'ballots' | 'decision'> {
  const panel = run?.mode === 'panel' ? (run.data as unknown as Panel | null) : null
  if (!panel || panel.options.length === 0 || !run?.finished) return { tally: null, ballots: [], decision: null }
  return { tally: tally(panel), ballots: panel.ballots, decision: decisionOf(panel)?.option ?? null }
}
