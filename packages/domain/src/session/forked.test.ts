import { expect, test } from 'vitest'
import { fact, type Person } from '../event/event.ts'
import type { PlanStep } from '../event/step.ts'
import { evolvePlan } from '../modes/plan/evolve.ts'
import { noPlan, untouched } from '../modes/plan/state.ts'
import { workedBy } from '../run/run-times.ts'
import type { SessionId } from '../shared/ids.ts'
import { openTasks, type Session } from '../state/session.ts'
import type { CallStage } from '../state/task.ts'
import { begun, domain, underWay } from './session.fixture.ts'

const forkedBy = (session: Session, person?: Person) => {
  const forked = fact('session.forked', { from: 'A' as SessionId, seq: session.seq })
  return domain.stamp(session, person ? { ...forked, person } : forked, session.at, session.seq + 1)
}
const ben = { id: 'ben', name: 'Ben' }

/** A session with a grant, and with an allowed call that has not run yet. */
function allowing(answer: 'once' | 'deny' = 'once'): Session {
  const session = underWay(begun())
  const at: CallStage = { stage: 'answered', answer, reason: '', resources: [] }
  const call = { id: 'c1' as never, tool: 'bash', input: {}, at, tries: 0 }
  const tasks = openTasks(session).map((task) => [task.id, { ...task, allowance: { approve: 'auto' }, calls: [call] }])
  return { ...session, grants: ['bash:touch *'], tasks: Object.fromEntries(tasks) }
}

const seen = ({ grants, tasks, startedBy }: Session) => [
  grants,
  Object.values(tasks).map(({ allowance, calls }) => [allowance.approve, calls.map(({ at }) => at.stage)]),
  startedBy?.id,
]

test('a fork by a named person asks again for everything allowed in the original', () => {
  const before = allowing()
  expect(seen(domain.evolve(before, forkedBy(before, ben)))).toEqual([[], [['ask', ['inspected']]], 'ben'])
  const denied = allowing('deny')
  expect(seen(domain.evolve(denied, forkedBy(denied, ben)))).toEqual([[], [['ask', ['answered']]], 'ben'])
})

test('a fork on a personal machine keeps what its user has allowed', () => {
  const before = allowing()
  expect(seen(domain.evolve(before, forkedBy(before)))).toEqual(seen(before))
})

test('steps approved in the original ask again in a fork by a named person', () => {
  const work = { id: 's1', owner: 'coder', description: 'x', acceptance: 'x', dependsOn: [] }
  const step: PlanStep = { ...work, approve: 'auto' }
  const gate = { id: 'g', answer: 'approve', text: '', ask: false } as const
  const plan = { ...noPlan, gate, draft: [step], steps: [untouched(step)] }
  const fork = evolvePlan(plan, forkedBy(begun(), ben))
  expect([fork.steps[0]?.approve, fork.gate?.ask]).toEqual(['ask', true])
  expect(evolvePlan(plan, forkedBy(begun()))).toEqual(plan)
  // A plan still waiting was not approved: it is judged when it is answered.
  const waits = { ...plan, gate: { ...gate, answer: null }, steps: [] }
  expect(evolvePlan(waits, forkedBy(begun(), ben))).toEqual(waits)
})

test('the time between the cut and the fork is not counted as work', () => {
  const before = underWay(begun())
  const forked = fact('session.forked', { from: 'A' as SessionId, seq: before.seq })
  const later = before.at + 60_000
  const { run } = domain.evolve(before, domain.stamp(before, forked, later, before.seq + 1))
  expect(workedBy(run, later)).toBe(workedBy(before.run, before.at))
  expect(workedBy(run, later + 5)).toBe(workedBy(before.run, before.at) + 5)
})
