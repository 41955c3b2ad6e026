import { answersAmong, comparedIn, type How, isFinal, type ModeView, type Run, traitsOf } from '@convene/domain'
import { type RunVerdict, verdictOf } from '@convene/reading'
import { shownBy } from '../../session/view/mode-view.ts'
import type { Entry, EntryOf, View } from '../../session/view/view.ts'

export type SaidEntry = EntryOf<'said'>

/** The result of a run, and the follow-ups to it. */
export type Outcome = Pick<ModeView, 'positions' | 'plan' | 'scores' | 'ballots' | 'tally'> & {
  /** Null in a session without a run. */
  readonly run: Run | null
  readonly isNewest: boolean
  readonly verdict: RunVerdict | null
  readonly ending: EntryOf<'ending'> | null
  /** The answer: one text, or one per member in a broadcast. */
  readonly answers: readonly SaidEntry[]
  /** Whether the user picked this answer. */
  readonly isPicked: boolean
  /** What the run's own vote decided, or null. */
  readonly decision: string | null
  readonly how: How | null
  /** Comparisons for the vote, one line each: what a single model would have said, how likely the vote is right. */
  readonly compared: readonly string[]
  /** No model was asked, so nothing is decided. */
  readonly isRehearsal: boolean
  /** Questions after the end, and their answers. */
  readonly followUps: readonly SaidEntry[]
  /** The run's range in the log. */
  readonly from: number
  readonly to: number
}

/** The outcome of a run by its number, or of the newest. */
export function outcomeOf(view: View, number?: number): Outcome {
  const { picked } = view.session
  const run = view.past.find((earlier) => earlier.number === number) ?? view.session.run
  const { positions, plan, scores, ballots, tally, vote, ballot } = shownBy(run)
  const isVoted = tally !== null && run !== null
  const isNewest = run?.number === view.session.run?.number
  const { entries, to } = entriesOf(view, run?.number ?? 0)
  const end = entries.findIndex(({ kind }) => kind === 'ending')
  const said = (list: readonly Entry[]) => list.filter((entry): entry is SaidEntry => entry.kind === 'said')
  const isPick = ({ id }: SaidEntry) => isNewest && picked !== null && id === picked
  const answers = answersAmong(
    traitsOf(run?.mode ?? ''),
    said(end < 0 ? entries : entries.slice(0, end)).filter(({ id, role }) => id !== null && role !== 'user'),
    ({ agent, messageKind }) => ({ author: agent, kind: messageKind }),
    isPick,
  )
  return {
    ...{ positions, plan, scores, ballots, tally },
    run,
    isNewest,
    verdict: verdictOf(run),
    ending: entries.findLast((entry) => entry.kind === 'ending') ?? null,
    answers,
    isPicked: answers.some(isPick),
    isRehearsal: run?.finished?.reason === 'rehearsal',
    followUps: end < 0 ? [] : said(entries.slice(end + 1)),
    from: entries[0]?.seq ?? 0,
    to,
    decision: (isVoted && vote?.option) || null,
    how: (isVoted && vote?.how) || null,
    compared: isVoted ? comparedOf(view, run.id, ballot) : [],
  }
}

/** The entries from a run's beginning to the next one's. */
function entriesOf(view: View, number: number): { readonly entries: readonly Entry[]; readonly to: number } {
  const all = view.order.flatMap((key) => view.entries.get(key) ?? [])
  const isOpening = (entry: Entry): entry is EntryOf<'opening'> => entry.kind === 'opening'
  const start = all.findIndex((entry) => isOpening(entry) && entry.run === number)
  const next = all.findIndex((entry) => isOpening(entry) && entry.run > number)
  const entries = all.slice(Math.max(0, start), next < 0 ? undefined : next)
  return { entries, to: all[next]?.seq ?? Number.MAX_SAFE_INTEGER }
}

function comparedOf({ decisions }: View, run: string, ballot: string | null): readonly string[] {
  const found = decisions.findLast((each) => each.decision === ballot && each.run === run)
  return comparedIn(found?.committed?.counts ?? [])
}

/** A run of the session, for links between results. */
export type ListedRun = { readonly run: Run; readonly isFinished: boolean }

/** All runs of the session, oldest first. */
export const runsOf = (known: { readonly past: readonly Run[]; readonly run: Run }): readonly ListedRun[] =>
  [...known.past, known.run].map((run) => ({
    run,
    isFinished: isFinal(run.phase),
  }))
