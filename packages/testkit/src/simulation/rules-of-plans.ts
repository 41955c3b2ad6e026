import type { Event, EventOf, StepState } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What must hold for a plan and its steps. */
export const rulesOfPlans: readonly Rule[] = [
  { invariant: 'a plan is committed once, and can be carried out', broken: badPlan },
  { invariant: 'a step’s state changes follow the table', broken: badMove },
  { invariant: 'no step is owned by two agents at any time', broken: twoOwners },
  { invariant: 'a step runs after what it depends on, and not with too many others', broken: badStart },
  { invariant: 'nobody reviews their own step', broken: ownReview },
]

/** All events of this run so far. */
const ofRun = ({ events }: Ledger): readonly Event[] =>
  events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'run.started'),
    ),
  )

function stepsIn(ledger: Ledger): EventOf<'plan.committed'>['data']['steps'] {
  const committed = ofRun(ledger).findLast(
    (event): event is EventOf<'plan.committed'> => event.type === 'plan.committed',
  )
  return committed?.data.steps ?? []
}

const lastMove = (ledger: Ledger, step: string): EventOf<'step.state'>['data'] | undefined =>
  ofRun(ledger).findLast(
    (event): event is EventOf<'step.state'> => event.type === 'step.state' && event.data.step === step,
  )?.data

function badPlan(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'plan.committed') return undefined
  if (stepsIn(ledger).length > 0) return 'it was committed before'
  const { steps } = event.data
  const ids = steps.map(({ id }) => id)
  if (ids.length === 0 || new Set(ids).size !== ids.length) return `its steps are ${ids}`
  const unknown = steps.flatMap(({ dependsOn }) => dependsOn).find((id) => !ids.includes(id))
  return unknown === undefined ? undefined : `it depends on ${unknown}`
}

const ways: { readonly [from in StepState]: readonly StepState[] } = {
  pending: ['running', 'skipped'],
  running: ['finished', 'blocked', 'waiting', 'failed', 'pending'],
  waiting: ['pending', 'skipped', 'blocked', 'failed'],
  blocked: ['pending', 'finished', 'accepted', 'skipped', 'failed'],
  finished: ['accepted', 'not_carried_out', 'reopened', 'blocked', 'pending', 'failed'],
  accepted: ['pending'],
  reopened: ['running', 'pending', 'skipped'],
  failed: [],
  skipped: [],
  not_carried_out: [],
}

function badMove(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state') return undefined
  const { step, from, to } = event.data
  if (!stepsIn(ledger).some(({ id }) => id === step)) return `the plan has no step ${step}`
  const was = lastMove(ledger, step)?.to ?? 'pending'
  if (from !== was) return `${step} says it was ${from}, and it was ${was}`
  return ways[from].includes(to) ? undefined : `${step} went from ${from} to ${to}`
}

/** Only the step's owner has a task for it, and at most one. Ownership changes only between such tasks. */
function twoOwners(ledger: Ledger, event: Event): string | undefined {
  const id = event.step
  if (id === undefined) return undefined
  const at = openRuns(ledger, id)
  if (event.type === 'step.state') {
    const owner = lastMove(ledger, id)?.owner ?? stepsIn(ledger).find((step) => step.id === id)?.owner
    return owner !== event.data.owner && at.length > 0
      ? `${id} went from ${owner} to ${event.data.owner} at work`
      : undefined
  }
  if (!isWork(event)) return undefined
  if (at.length > 0) return `${event.data.to} works on ${id}, and ${at[0]?.data.to} does`
  const owner = lastMove(ledger, id)?.owner
  return owner === event.data.to ? undefined : `${event.data.to} works on ${id}, which is ${owner}'s`
}

const isWork = (event: Event): event is EventOf<'task.assigned'> =>
  event.type === 'task.assigned' && event.data.kind === 'work' && event.data.via === undefined

function openRuns(ledger: Ledger, step: string): readonly EventOf<'task.assigned'>[] {
  const events = ofRun(ledger)
  const over = new Set(events.flatMap(({ type, task }) => (type === 'task.finished' ? [task] : [])))
  return events.filter(isWork).filter((event) => event.step === step && !over.has(event.task))
}

function badStart(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state' || event.data.to !== 'running') return undefined
  const steps = stepsIn(ledger)
  const states = steps.map(({ id }) => lastMove(ledger, id)?.to ?? 'pending')
  const step = steps.find(({ id }) => id === event.data.step)
  const early = step?.dependsOn.find((id) => {
    const state = states[steps.findIndex((one) => one.id === id)]
    return state !== 'finished' && state !== 'accepted'
  })
  if (early !== undefined) return `${event.data.step} runs before ${early} is done`
  const most = Number(ledger.run?.data.settings.mode.maxParallel ?? 3)
  const paused = pausedIn(ledger)
  const atWork = steps.filter(({ id, owner }, at) => {
    return states[at] === 'running' && !paused.has(lastMove(ledger, id)?.owner ?? owner)
  })
  return atWork.length >= most ? `more than ${most} steps run` : undefined
}

/** The paused agents: their steps take no one's slot. */
function pausedIn(ledger: Ledger): ReadonlySet<string> {
  const paused = new Set<string>()
  for (const { type, agent = '' } of ofRun(ledger)) {
    if (type === 'agent.paused') paused.add(agent)
    if (type === 'agent.resumed') paused.delete(agent)
  }
  return paused
}

function ownReview(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.kind !== 'review' || event.step === undefined) return undefined
  const owner = lastMove(ledger, event.step)?.owner
  return owner === event.data.to ? `${owner} reviews ${event.step}` : undefined
}
