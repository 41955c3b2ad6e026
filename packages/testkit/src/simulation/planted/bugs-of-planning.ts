import { type Domain, type Fact, type Plan, type Session, seatsOf } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

const records =
  (change: (fact: Fact, session: Session) => Fact) =>
  (domain: Domain): Domain => ({
    ...domain,
    next: (session) => {
      const step = domain.next(session)
      const isPlan = session.run?.mode === 'plan'
      return isPlan ? { ...step, record: step.record.map((fact) => change(fact, session)) } : step
    },
  })

const planOf = ({ run }: Session): Plan | null => (run?.data ?? null) as unknown as Plan | null

/** Plan bugs: who owns a step, when it runs, who reviews it. */
export const bugsOfPlanning: readonly PlantedBug[] = [
  {
    name: 'gives a step to an agent that does not own it',
    domain: records((fact, { run }) => {
      if (fact.type !== 'task.assigned' || fact.data.kind !== 'work' || fact.step === undefined) return fact
      const other = run && seatsOf(run.team).find(({ slug }) => slug !== fact.data.to)?.slug
      return other ? { ...fact, agent: other, data: { ...fact.data, to: other } } : fact
    }),
  },
  {
    name: 'lets an owner review its own step',
    domain: records((fact, session) => {
      if (fact.type !== 'task.assigned' || fact.data.kind !== 'review') return fact
      const owner = planOf(session)?.steps.find(({ id }) => id === fact.step)?.owner ?? fact.data.to
      return { ...fact, agent: owner, data: { ...fact.data, to: owner } }
    }),
  },
  {
    name: 'forgets that steps depend on each other',
    domain: (domain) => ({
      ...domain,
      evolve: (session, event) => {
        const next = domain.evolve(session, event)
        const plan = event.type === 'plan.committed' ? planOf(next) : null
        if (!plan || !next.run) return next
        const steps = plan.steps.map((step) => ({ ...step, dependsOn: [] }))
        return { ...next, run: { ...next.run, data: { ...plan, steps } as never } }
      },
    }),
  },
]
