import type { Event, EventOf } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What must hold for every answer that steers a run. Checked here with separate code, not the domain's readers. */
export const rulesOfReaders: readonly Rule[] = [
  { invariant: 'I15 a vote names its option', broken: badVote },
  { invariant: 'I15 a score was given', broken: badScore },
  { invariant: 'I15 a plan is approved by somebody who says so', broken: badPlanReview },
  { invariant: 'I15 a step is accepted by somebody who says so', broken: badReview },
  { invariant: 'I15 a step is taken over by somebody who says so', broken: badOffer },
]

/** The report of the task that an event belongs to, if it belongs to one. */
function reportOf({ events }: Ledger, { task }: Event): string | undefined {
  if (task === undefined) return undefined
  const end = events.findLast(
    (one): one is EventOf<'task.finished'> => one.type === 'task.finished' && one.task === task,
  )
  return end?.data.report
}

const words = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
const says = (text: string, word: string): boolean => new RegExp(`\\b${word}`, 'iu').test(text)

/** In a ballot, by its words, its number or its letter. Votes cast with the tool, and those of panels, have their own rules. */
function badVote(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'decision.voted' || ledger.decisions.isOfMode(event.data.decision)) return undefined
  const { decision, option, voter, abstains } = event.data
  const heading = ledger.events.findLast((one) => one.type === 'task.assigned' && one.task === event.task)
  const text = reportOf(ledger, event)
  if (text === undefined || heading?.type !== 'task.assigned' || heading.data.heading !== 'Vote') return undefined
  if (abstains) return says(text, 'abst') ? undefined : `${voter} did not abstain: ${text}`
  const at = ledger.decisions.open.get(decision)?.proposed.data.options.indexOf(option) ?? -1
  const places = [`${at + 1}`, String.fromCharCode(97 + at)]
  const named =
    words(text).includes(words(option)[0] ?? '') || places.some((place) => says(text, `vote\\W{1,6}${place}\\b`))
  return named ? undefined : `${voter} votes for ${option}, and said: ${text}`
}

function badScore(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'evaluation') return undefined
  const text = reportOf(ledger, event)
  if (text === undefined) return undefined
  const { score, by } = event.data
  const isSaid = /\[\[(?:\w+_complete|needs_iteration)\]\]/iu.test(text) || /score\W{0,6}[\d.]/iu.test(text)
  return isSaid ? undefined : `${by} scores ${score}, and said: ${text}`
}

function badPlanReview(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'plan.reviewed' || event.data.verdict !== 'approve') return undefined
  return says(event.data.text, 'approve') ? undefined : `${event.data.by} approves, and said: ${event.data.text}`
}

/** Accepted by a review, not by a decision or for lack of a reviewer. */
function badReview(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state' || event.data.to !== 'accepted' || event.data.from !== 'finished') return undefined
  const text = reportOf(ledger, event)
  if (text === undefined) return undefined
  return says(text, 'accept') && !says(text, 'reopen') ? undefined : `${event.data.step} is accepted by: ${text}`
}

function badOffer(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'handoff' || event.data.state !== 'acknowledged') return undefined
  const text = reportOf(ledger, event)
  if (text === undefined) return undefined
  return says(text, 'acknowledge') ? undefined : `${event.data.step} is taken over by: ${text}`
}
