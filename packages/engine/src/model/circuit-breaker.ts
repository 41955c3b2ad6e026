import type { Outcome } from '@convene/domain'
import type { CircuitBreakers } from '../ports/circuits.ts'
import type { Clock } from '../ports/clock.ts'

/** How many consecutive failures open a circuit. */
export const FAILURES_TO_OPEN = 5
/** How long it stays open before a single probe. */
export const OPEN_MS = 30_000

/** Failures that concern the provider, not just this request. */
const providerFaults: readonly string[] = [
  'rate_limited',
  'overloaded',
  'server_error',
  'timeout',
  'network',
  'stream_truncated',
  'protocol',
]

/** Whether an outcome shows that the provider is in trouble. */
export const isProviderFault = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && providerFaults.includes(outcome.code)

type Circuit = { failures: number; openUntil: number; probing: boolean }

/** One circuit per provider: opens after 5 consecutive failures, for 30 s, then a single probe decides. */
export function circuitBreakers(clock: Clock): CircuitBreakers {
  const circuits = new Map<string, Circuit>()
  const circuitOf = (model: string): Circuit => {
    const provider = providerOf(model)
    const circuit = circuits.get(provider) ?? { failures: 0, openUntil: 0, probing: false }
    circuits.set(provider, circuit)
    return circuit
  }
  return {
    async enter({ model }) {
      const wait = waitFor(circuitOf(model), clock.ticks())
      return wait > 0 ? circuitOpen(providerOf(model), wait) : undefined
    },
    leave: async ({ model }, outcome) => settle(circuitOf(model), outcome, clock.ticks()),
  }
}

function waitFor(circuit: Circuit, now: number): number {
  if (circuit.failures < FAILURES_TO_OPEN) return 0
  if (now < circuit.openUntil) return circuit.openUntil - now
  if (circuit.probing) return OPEN_MS
  circuit.probing = true
  return 0
}

/** An aborted call proves nothing, but must release the probe, or the circuit would stay open forever. */
function settle(circuit: Circuit, outcome: Outcome, now: number): void {
  circuit.probing = false
  if (outcome.kind === 'aborted') return
  if (!isProviderFault(outcome)) {
    circuit.failures = 0
    return
  }
  circuit.failures += 1
  if (circuit.failures >= FAILURES_TO_OPEN) circuit.openUntil = now + OPEN_MS
}

/** The outcome of a call that is not made. */
export function circuitOpen(provider: string, wait: number): Outcome {
  // The caller adds when it tries again. After the last try, nobody does.
  const message = `${provider} failed ${FAILURES_TO_OPEN} times in a row.`
  return {
    kind: 'failed',
    code: 'circuit_open',
    message,
    retryable: true,
    retryAfterMs: wait,
    partial: '',
    usage: null,
    ms: 0,
  }
}

/** The provider of a model. */
export const providerOf = (model: string): string => model.slice(0, Math.max(0, model.indexOf('/'))) || model
