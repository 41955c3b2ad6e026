import { answersAmong, comparedIn, decisionOf, type How, type Panel, type Tally, tally } from '@convene/domain'
import type { Entry, EntryOf, View } from '../session/view/view.ts'

export type SaidEntry = EntryOf<'said'>

/** The outcome of a session's newest run. */
export type Outcome = {
  readonly ending: EntryOf<'ending'> | null
  /** The answer: one text, or one per member in a broadcast. */
  readonly answers: readonly SaidEntry[]
  /** Whether the user picked this answer. */
  readonly isPicked: boolean
  /** In a panel: the ballots with all counts. */
  readonly tally: Tally | null
  /** The panel's decision, or null. */
  readonly decision: string | null
  readonly how: How | null
  readonly ballots: Panel['ballots']
  /** What to compare the vote with, each as one line: what one model would have said, how likely it is right. */
  readonly compared: readonly string[]
  /** No model was asked, so nothing is decided. */
  readonly isRehearsal: boolean
}

/** Reads the outcome from a session's view. */
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
  const isRehearsal = newest?.finished?.reason === 'rehearsal'
  return { ending, answers, isPicked, isRehearsal, ...ballotsOf(view) }
}

/** Messages until the run ended. Answers to follow-ups are not part of the result. */
function untilItsEnd(run: readonly Entry[]): readonly Entry[] {
  const end = run.findIndex(({ kind }) => kind === 'ending')
  return end < 0 ? run : run.slice(0, end)
}

function ballotsOf(view: View): Pick<Outcome, 'tally' | 'ballots' | 'decision' | 'how' | 'compared'> {
  const { run } = view.session
  const panel = run?.mode === 'panel' ? (run.data as unknown as Panel | null) : null
  if (!panel || panel.options.length === 0 || !run?.finished)
    return { tally: null, ballots: [], decision: null, how: null, compared: [] }
  const { option = null, how = null } = decisionOf(panel) ?? {}
  const { committed } = view.decisions.findLast((each) => each.decision === panel.ballot) ?? {}
  const compared = comparedIn(committed?.counts ?? [])
  return { tally: tally(panel), ballots: panel.ballots, decision: option, how, compared }
}
