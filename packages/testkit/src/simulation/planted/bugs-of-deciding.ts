import { type Domain, fact, isFinal, type Run, type Session, type Step } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

const decides =
  (change: (session: Session, next: (session: Session) => Step) => Step) =>
  (domain: Domain): Domain => ({ ...domain, next: (session) => change(session, domain.next) })

/** Bugs in what follows, in the meaning of results, and in what a command may do. */
export const bugsOfDeciding: readonly PlantedBug[] = [
  {
    name: 'aborts running calls during a pause',
    domain: decides((session, next) => (session.run?.phase === 'paused' ? { record: [], want: [] } : next(session))),
  },
  {
    name: 'continues during a pause',
    domain: decides((session, next) => {
      const step = next(session)
      const { run } = session
      if (run?.phase !== 'paused' || !run.resumeTo) return step
      return { record: [], want: next({ ...session, run: { ...run, phase: run.resumeTo } as Run }).want }
    }),
  },
  {
    name: 'continues for a paused agent',
    domain: decides((session, next) =>
      next(session.run ? { ...session, run: { ...session.run, pausedAgents: [] } } : session),
    ),
  },
  {
    name: 'lets calls continue after a stop',
    domain: decides((session, next) =>
      session.run?.phase === 'cancelled' ? { record: [], want: Object.values(session.started) } : next(session),
    ),
  },
  {
    name: 'keeps finished sessions in memory',
    domain: decides((session, next) => {
      const step = next(session)
      const never = { kind: 'timer', key: 'never' as never, notBefore: session.at + 1e12 } as const
      const isOver = isFinal(session.run?.phase ?? '') && step.record.length === 0
      return isOver ? { record: [], want: [...step.want, never] } : step
    }),
  },
  {
    name: 'grants everything',
    domain: decides((session, next) => next({ ...session, grants: ['*:*'] })),
  },
  {
    name: 'records an end twice',
    domain: (domain) => ({
      ...domain,
      absorb(session, effect, outcome) {
        const facts = domain.absorb(session, effect, outcome)
        return effect.kind === 'tool' ? [...facts, ...facts] : facts
      },
    }),
  },
  {
    name: 'forgets what a reply cost',
    domain: (domain) => ({
      ...domain,
      absorb: (session, effect, outcome) =>
        domain.absorb(session, effect, outcome).filter(({ type }) => type !== 'usage'),
    }),
  },
  {
    name: 'lets the model approve its own call',
    domain: (domain) => ({
      ...domain,
      absorb(session, effect, outcome) {
        const ask = Object.values(session.asks)[0]
        const facts = domain.absorb(session, effect, outcome)
        if (!ask || effect.kind !== 'model') return facts
        return [
          ...facts,
          fact('permission.answered', { ask: ask.ask, answer: 'once', by: 'model' }, { task: ask.task }),
        ]
      },
    }),
  },
  {
    name: 'counts an answer twice',
    domain: (domain) => ({
      ...domain,
      accept(session, command) {
        if (command.type !== 'permit') return domain.accept(session, command)
        const { ask, answer, by } = command
        return { facts: [fact('permission.answered', { ask, answer, by })] }
      },
    }),
  },
]
