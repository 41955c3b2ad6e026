import type { Event, EventOf } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

const loops: readonly (string | undefined)[] = ['orchestrate', 'reflect']
const exits: { readonly [reason: string]: string } = {
  goal_met: 'completed',
  max_iterations: 'cancelled',
  nothing_left: 'cancelled',
  stalled: 'cancelled',
  error_budget: 'cancelled',
}

/** What must hold for leads that assign work, and for loops. */
export const rulesOfLoops: readonly Rule[] = [
  { invariant: 'a member works on what it was assigned', broken: unassigned },
  { invariant: 'a member cannot decide for the lead', broken: sentinel },
  { invariant: 'an iteration is evaluated once, in order, and not beyond the last', broken: badEvaluation },
  { invariant: 'a third error in a row ends the loop', broken: tooManyErrors },
  { invariant: 'a loop ends for a reason that holds', broken: badExit },
]

/** The current run's events, newest last. */
function since({ events, run }: Ledger): readonly Event[] {
  return run ? events.slice(events.lastIndexOf(run)) : []
}

const ofType = <T extends Event['type']>(events: readonly Event[], type: T): readonly EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type)

function unassigned(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.request === undefined) return undefined
  const { to, description } = event.data
  const given = ofType(since(ledger), 'message').findLast(({ data }) => data.kind === 'assignment' && data.to === to)
  return given?.data.text === description
    ? undefined
    : `${to} works on "${description}", and was given "${given?.data.text}"`
}

function sentinel({ run }: Ledger, event: Event): string | undefined {
  if (event.type !== 'message' || event.data.kind !== 'report' || !loops.includes(run?.data.mode)) return undefined
  if (event.parent?.includes('/')) return undefined
  return /\[\[group_reflect_complete\]\]/i.test(event.data.text) ? `${event.data.author} said it` : undefined
}

function badEvaluation(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'evaluation') return undefined
  const most = ledger.run?.data.limits.maxIterations ?? 5
  const before = ofType(since(ledger), 'evaluation').at(-1)?.data.iteration ?? 0
  const { iteration } = event.data
  if (iteration > most) return `iteration ${iteration} of ${most}`
  return iteration > before ? undefined : `iteration ${iteration} after ${before}`
}

function tooManyErrors(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'run.state' || event.data.trigger !== 'iterationFailed') return undefined
  const events = since(ledger)
  const judged = events.findLastIndex(
    ({ type, data }) => type === 'evaluation' || (type === 'run.state' && data.trigger === 'iterate'),
  )
  const failed = ofType(events.slice(judged + 1), 'run.state').filter(({ data }) => data.trigger === 'iterationFailed')
  return failed.length >= 2 ? 'it is tried a fourth time' : undefined
}

function badExit(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'run.finished') return undefined
  const { reason, state } = event.data
  const expected = exits[reason]
  if (expected === undefined) return undefined
  if (state !== expected) return `${reason} is ${state}`
  const events = since(ledger)
  const last = ofType(events, 'run.state').at(-1)?.data.trigger
  if (reason === 'goal_met' && (last === 'goalMet' || last === 'leadSatisfied'))
    return ofType(events, 'evaluation').at(-1)?.data.met ? undefined : 'nobody has said that the goal is met'
  if (reason === 'stalled')
    return (ofType(events, 'stall').at(-1)?.data.consecutive ?? 0) >= 2 ? undefined : 'it has not stalled twice'
  return undefined
}
