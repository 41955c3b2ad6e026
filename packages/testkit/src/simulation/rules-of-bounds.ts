import { type Event, isFinal, modes } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What must hold however uncooperative models are. */
export const rulesOfBounds: readonly Rule[] = [
  { invariant: 'I13 every run ends within its stated number of calls', broken: tooManyCalls },
  { invariant: 'I13 no step is retried forever', broken: tooManyTries },
  { invariant: 'I13 a panelist with nothing new to say does not debate', broken: asksForNothing },
  { invariant: 'I13 a run that leads nowhere ends', broken: leadsNowhere },
]

/** Attempts for any reason: blocked, handed off, reopened, failed, or repeated after an earlier step. */
const MOST_TRIES = 16

/** Every model call intent counts, including failed and lost ones. Calls after the end are not part of the run. */
function tooManyCalls(ledger: Ledger, event: Event): string | undefined {
  const cap = ledger.run?.data.limits.maxCalls ?? null
  if (cap === null || isFinal(ledger.phase) || !isModelCall(event)) return undefined
  const since = ledger.run?.seq ?? 0
  const made = ledger.events.filter((one) => one.seq > since && isModelCall(one)).length + 1
  return made > cap ? `${made} of ${cap} calls` : undefined
}

const isModelCall = (event: Event): boolean => event.type === 'effect.started' && event.data.kind === 'model'

function tooManyTries(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state' || event.data.attempt <= MOST_TRIES) return undefined
  return `${event.data.step} is tried for the ${event.data.attempt}th time`
}

/** A panelist whose last two turns only repeated its own words is not asked for a third. */
const MOST_REPEATED = 2

/** A user message, or a resumed debate, is something new to talk about. */
const isNews = ({ type, data }: Event): boolean =>
  (type === 'message' && data.role === 'user') || (type === 'run.state' && data.trigger === 'debateResumed')

function asksForNothing(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.kind !== 'contribute') return undefined
  const { to } = event.data
  const events = ledger.events.slice(ledger.run ? ledger.events.lastIndexOf(ledger.run) : 0)
  const news = events.findLastIndex(isNews)
  const said = events.flatMap((one) =>
    one.type === 'message' && one.data.kind === 'argument' && one.data.author === to ? [one.data] : [],
  )
  const turns = events
    .slice(news + 1)
    .flatMap((one) =>
      one.type === 'task.assigned' && one.data.kind === 'contribute' && one.data.to === to ? [one.data.turn] : [],
    )
    .slice(-MOST_REPEATED)
  const isRepeated = (turn: number | undefined): boolean => {
    const at = said.findIndex((one) => one.turn === turn)
    return said.slice(0, Math.max(0, at)).some(({ text }) => text === said[at]?.text)
  }
  const isOver = turns.length === MOST_REPEATED && turns.every(isRepeated)
  return isOver ? `${to} is asked again, after ${MOST_REPEATED} turns that repeated its own words` : undefined
}

/** Useless calls less useful ones, plus calls that may still prove useless: a run makes no more. */
const MOST_USELESS = 24

function leadsNowhere({ run, phase, events, open, progress }: Ledger, event: Event): string | undefined {
  if (!run || isFinal(phase) || !isModelCall(event) || !modes[run.data.mode]?.transitions[phase]?.limitReached)
    return undefined
  const { useless } = progress
  const together = open.filter(isModelCall).length
  if (useless + together < MOST_USELESS || events.some(({ type, seq }) => type === 'limit.reached' && seq > run.seq))
    return undefined
  return `another call starts after ${useless} that brought nothing new, with ${together} under way`
}
