import { type Event, type RuleVersions, seatsOf } from '@convene/domain'

/** What a receipt says first, all of which follows from its events. It has no prose. */
export type ReceiptContents = {
  readonly models: readonly { readonly seat: string; readonly model: string }[]
  readonly calls: number
  readonly tokens: number
  /** Of the calls that have a price. */
  readonly costUsd: number
  readonly unpriced: number
  readonly checks: { readonly passed: number; readonly of: number }
  /** How many votes were cast, and how many of them were sealed. */
  readonly votes: { readonly cast: number; readonly sealed: number }
  readonly results: readonly ReceiptResult[]
  /** The session that this one is a fork of, and where it branched. */
  readonly forkOf: { readonly session: string; readonly event: number; readonly link: string | null } | null
}

/** A result that the events state. */
export type ReceiptResult = {
  readonly event: number
  readonly kind: 'decision' | 'run'
  /** The option, or how the run ended. */
  readonly verdict: string
  readonly how: string
  readonly probability: number | null
  /** What it was worked out by. Null if the events do not say. */
  readonly rules: RuleVersions | null
}

/** What is in these events. */
export function contentsOf(events: readonly Event[]): ReceiptContents {
  const models = new Map<string, string>()
  const sum = { calls: 0, tokens: 0, costUsd: 0, unpriced: 0, passed: 0, checks: 0, cast: 0, sealed: 0 }
  for (const event of events) {
    if (event.type === 'run.started') for (const { name, model } of seatsOf(event.data.team)) models.set(name, model)
    if (event.type === 'usage') addUsage(sum, event.data)
    // How things turned out says nothing about the work.
    if (event.type === 'check.finished' && event.data.moment !== 'resolution') {
      sum.checks += 1
      sum.passed += Number(event.data.outcome === 'passed')
    }
    if (event.type === 'decision.voted') {
      sum.cast += 1
      sum.sealed += Number(event.data.seal?.salt !== undefined)
    }
  }
  return {
    models: [...models].map(([seat, model]) => ({ seat, model })),
    calls: sum.calls,
    tokens: sum.tokens,
    costUsd: Math.round(sum.costUsd * 1e6) / 1e6,
    unpriced: sum.unpriced,
    checks: { passed: sum.passed, of: sum.checks },
    votes: { cast: sum.cast, sealed: sum.sealed },
    results: events.flatMap(resultIn),
    forkOf: forkIn(events),
  }
}

type Sum = { calls: number; tokens: number; costUsd: number; unpriced: number }

function addUsage(sum: Sum, { input, output, costUsd }: Extract<Event, { type: 'usage' }>['data']): void {
  sum.calls += 1
  sum.tokens += input + output
  sum.costUsd += costUsd ?? 0
  sum.unpriced += Number(costUsd === null)
}

function resultIn(event: Event): readonly ReceiptResult[] {
  if (event.type === 'decision.committed') {
    const { option, how, probability = null, rules = null } = event.data
    return [{ event: event.seq, kind: 'decision', verdict: option, how, probability, rules }]
  }
  if (event.type !== 'run.finished') return []
  const { state, reason, rules = null } = event.data
  return [{ event: event.seq, kind: 'run', verdict: state, how: reason, probability: null, rules }]
}

function forkIn(events: readonly Event[]): ReceiptContents['forkOf'] {
  const last = events.findLast(({ type }) => type === 'session.forked')
  if (last?.type !== 'session.forked') return null
  return { session: last.data.from, event: last.data.seq, link: last.data.link ?? null }
}
