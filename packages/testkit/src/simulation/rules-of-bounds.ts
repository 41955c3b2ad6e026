import { type Event, isFinal } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What must hold however little models do of what they are asked. */
export const rulesOfBounds: readonly Rule[] = [
  { invariant: 'I13 every run ends within its stated number of calls', broken: tooManyCalls },
  { invariant: 'I13 no step is tried for ever', broken: tooManyTries },
]

/** Whatever the reason: blocked, handed on, sent back, failed, or done again because something before it was. */
const MOST_TRIES = 40

/** Every intent of a model call counts, failed and lost ones too; what is asked after the end is no part of the run. */
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
