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
  { invariant: 'I15 a panel converges if its Moderator says so', broken: badConvergence },
  { invariant: 'I15 a position is valid', broken: badPosition },
  { invariant: 'I15 a step is blocked by something', broken: badBlock },
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

/**
 * In a ballot, by its words, its number or its letter. Votes cast with the tool, and those of panels, have their own
 * rules.
 */
function badVote(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'decision.voted' || ledger.decisions.isOfMode(event.data.decision)) return undefined
  const { decision, option, voter, abstains } = event.data
  const heading = ledger.events.findLast((one) => one.type === 'task.assigned' && one.task === event.task)
  const text = reportOf(ledger, event)
  if (text === undefined || heading?.type !== 'task.assigned' || heading.data.kind !== 'vote') return undefined
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
  const isSaid =
    /\[\[(?:\w+_complete|needs_iteration)\]\](?!\s+however)/iu.test(text) || /score\W{0,6}[\d.]/iu.test(text)
  return isSaid ? undefined : `${by} scores ${score}, and said: ${text}`
}

/** No script limits a plain yes with one of these. */
const LIMITED =
  /\b(?:but|except|however|although|though|unless|until|once|provided|with (?:\w+ )?(?:concerns|reservations)|not|never|nobody|cannot)\b/iu

/** Whether a line begins with the word, and does not limit it or take it back. */
function isPlain(text: string, word: string): boolean {
  const begins = new RegExp(`^\\W*(?:verdict\\W+)?(?:i )?${word}(?:d|ed)?\\b`, 'iu')
  return text.split('\n').some((line) => begins.test(line) && !LIMITED.test(line))
}

function badPlanReview(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'plan.reviewed' || event.data.verdict !== 'approve') return undefined
  return isPlain(event.data.text, 'approve') ? undefined : `${event.data.by} approves, and said: ${event.data.text}`
}

/** Accepted by a review, not by a decision or for lack of a reviewer. */
function badReview(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state' || event.data.to !== 'accepted' || event.data.from !== 'finished') return undefined
  const text = reportOf(ledger, event)
  if (text === undefined) return undefined
  const isFine = isPlain(text, 'accept') && !/^\W*reopen(?! is not needed)/imu.test(text)
  return isFine ? undefined : `${event.data.step} is accepted by: ${text}`
}

function badOffer(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'handoff' || event.data.state !== 'acknowledged') return undefined
  const text = reportOf(ledger, event)
  if (text === undefined) return undefined
  return isPlain(text, 'acknowledge') ? undefined : `${event.data.step} is taken over by: ${text}`
}

/** By the Moderator's word. The votes are counted, not read. */
function badConvergence(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'moderation' || event.data.action !== 'converged' || event.task === undefined) return undefined
  return isPlain(event.data.reason, 'converged') ? undefined : `the panel has converged, by: ${event.data.reason}`
}

/** After a marker, these mean nothing. */
const NOTHING = /^(?:none|n\/a|undecided|not any ?more|no longer|not needed)\b/iu

function badPosition(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'position' || !NOTHING.test(event.data.position)) return undefined
  return `${event.agent} holds the position: ${event.data.position}`
}

function badBlock(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state' || event.data.to !== 'blocked' || !NOTHING.test(event.data.reason ?? ''))
    return undefined
  return `${event.data.step} is blocked by: ${event.data.reason}`
}
