import { type Domain, type Plan, panelIn, readPanel, type Session, withParts } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

/** Decides while ignoring a counter. */
const overlooks =
  (overlook: (session: Session) => Session) =>
  (domain: Domain): Domain => ({ ...domain, next: (session) => domain.next(overlook(session)) })

/** Loop bugs: counters that no longer count. */
export const bugsOfBounding: readonly PlantedBug[] = [
  {
    name: 'sends a step back as often as its owner likes',
    domain: overlooks((session) => {
      const { run } = session
      const plan = run?.mode === 'plan' ? (run.data as unknown as Plan) : null
      if (!run || !plan) return session
      const steps = plan.steps.map((step) => ({ ...step, setbacks: 0, handoffs: 0 }))
      const data = { ...plan, steps, setbacks: 0, votes: 0 } as never
      return { ...session, run: { ...run, data, limits: { ...run.limits, maxCalls: null } } }
    }),
  },
  {
    name: 'lets panelists repeat themselves as often as they like',
    mode: 'panel',
    domain: overlooks((session) => {
      const { run } = session
      const panel = panelIn(run)
      if (!run || !panel) return session
      const turns = readPanel(panel).turns.map((turn) => ({ ...turn, stale: false }))
      return { ...session, run: { ...run, data: withParts(panel, { debate: { turns } }) as never } }
    }),
  },
  {
    name: 'lets a run that leads nowhere continue',
    domain: overlooks((session) => {
      const { run } = session
      return run ? { ...session, run: { ...run, progress: { useless: 0, known: [] } } } : session
    }),
  },
  {
    name: 'lets a run that leads nowhere make one more call',
    domain: overlooks((session) => {
      const { run } = session
      const { useless = 0, known = [] } = run?.progress ?? {}
      return run ? { ...session, run: { ...run, progress: { useless: useless - 1, known } } } : session
    }),
  },
  {
    name: 'ignores the call limit',
    domain: overlooks((session) => {
      const { run } = session
      return run ? { ...session, run: { ...run, limits: { ...run.limits, maxCalls: null } } } : session
    }),
  },
]
