import type { Session } from '@convene/domain'
import { type EventLog, LogConflict, type Ownership } from '@convene/engine'
import type { PlantedBug } from '../world.ts'

const appends = (change: (inner: EventLog['append']) => EventLog['append']) => (log: EventLog) => ({
  ...log,
  append: change(log.append),
})

const deaf = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} }

/** Bugs in the log, in ownership, and in what becomes visible outside. */
export const bugsOfStoring: readonly PlantedBug[] = [
  {
    name: 'drops the last event of an append',
    log: appends((append) => (session, seq, events, row) => append(session, seq, events.slice(0, -1), row)),
  },
  {
    name: 'shows before it stores',
    log: appends((append) => async (...args) => {
      append(...args).catch(() => {})
    }),
  },
  {
    name: 'acts before its intent is stored',
    log: appends((append) => async (session, seq, events, row) => {
      const stored = append(session, seq, events, row)
      if (events.at(-1)?.type !== 'effect.started') return stored
      stored.catch(() => {})
    }),
  },
  {
    name: 'mistakes a conflict for a success',
    log: appends((append) => async (...args) => {
      await append(...args).catch((error) => {
        if (!(error instanceof LogConflict)) throw error
      })
    }),
  },
  {
    name: 'reads one event too few',
    log: (log) => ({ ...log, read: async (session, after) => (await log.read(session, after)).slice(0, -1) }),
  },
  {
    name: 'reads the last two events in the wrong order',
    log: (log) => ({
      ...log,
      async read(session, after) {
        const events = await log.read(session, after)
        return [...events.slice(0, -2), ...events.slice(-2).reverse()]
      },
    }),
  },
  {
    name: 'keeps a fold without its conversations',
    log: (log) => ({
      ...log,
      keep: (session, kept) => log.keep(session, { ...kept, state: { ...(kept.state as Session), conversations: {} } }),
    }),
  },
  {
    name: 'misses appends of other processes',
    log: (log) => ({ ...log, watch: () => () => {} }),
  },
  { name: 'lets two processes own one session', ownership: everybodyOwns },
  {
    name: 'forgets alarms that are far away',
    clock: (clock) => ({
      ...clock,
      alarm: (at, ring) => (at - clock.now() > 3_600_000 ? () => {} : clock.alarm(at, ring)),
    }),
  },
  {
    name: 'retries a failed model by itself',
    model: (model) => ({
      async *stream(request, signal) {
        for await (const part of model.stream(request, signal)) {
          if (part.type === 'failed') yield* model.stream(request, signal)
          else yield part
        }
      },
    }),
  },
  {
    name: 'does not tell the model that it is aborted',
    model: (model) => ({ stream: (request) => model.stream(request, deaf) }),
  },
  {
    name: 'does not tell a tool that it is aborted',
    tools: (tools) => ({ ...tools, run: (request) => tools.run(request, deaf) }),
  },
]

function everybodyOwns(ownership: Ownership): Ownership {
  const always = { held: async () => true, release: async () => {} }
  return {
    ...ownership,
    async claim(session) {
      const lease = await ownership.claim(session)
      return lease === 'owned elsewhere' ? always : { ...lease, held: async () => true }
    },
  }
}
