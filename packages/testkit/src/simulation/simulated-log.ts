import type { Event, SessionId } from '@convene/domain'
import { type EventLog, StorageFailure } from '@convene/engine'
import { memoryEventLog } from '../event-log/memory-event-log.ts'
import type { Host } from './host.ts'

/**
 * The shared storage as seen by one process: it may be slow or down, and the process may die on either side of a
 * commit.
 */
export function simulatedLog(process: Host): EventLog {
  const { world } = process
  const log = memoryEventLog({
    storage: world.storage,
    faults: {
      async beforeAppend() {
        if (!world.calm && world.random.chance(0.2)) await process.wait(world.random.between(1, 40))
        refuseWhenDown(process)
        world.beforeAppend()
        if (world.nextAppend === 'kill before') return die(process)
      },
      async afterAppend({ session, events }) {
        world.stored(session, events)
        if (world.nextAppend === 'kill after') return die(process)
        if (!world.calm && world.random.chance(0.1)) await process.wait(world.random.between(1, 40))
      },
    },
  })
  const guarded = guard(process, log)
  return world.bug?.log?.(guarded) ?? guarded
}

function refuseWhenDown({ world }: Host): void {
  if (world.storageIsDown) throw new StorageFailure('disk_full', 'The disk is full.')
}

function die(process: Host): Promise<void> {
  process.world.nextAppend = undefined
  process.world.onDeath(process.name)
  return new Promise(() => {})
}

/** Earlier reads are not parsed again: a story has many readers, and a log never changes. */
async function readOnce({ world }: Host, log: EventLog, session: SessionId, after: number): Promise<readonly Event[]> {
  const known = world.parsed.get(session) ?? []
  world.parsed.set(session, known)
  for (const event of await log.read(session, known.length)) if (event.seq > known.length) known.push(event)
  return known.slice(after)
}

/** A dead process stores and receives nothing. A live one sees others' appends within 200 ms. */
function guard(process: Host, log: EventLog): EventLog {
  const { world } = process
  const alive =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>, reads = true) =>
    async (...args: A): Promise<T> => {
      if (!process.alive) return new Promise<T>(() => {})
      if (reads) refuseWhenDown(process)
      const result = await work(...args).catch((error: unknown) => {
        if (process.alive) throw error
        return new Promise<T>(() => {})
      })
      return process.alive ? result : new Promise<T>(() => {})
    }
  return {
    append: alive(log.append, false),
    read: alive((session, after = 0, limit) =>
      readOnce(process, log, session, after).then((events) => events.slice(0, limit)),
    ),
    stored: alive(log.stored),
    links: alive(log.links),
    head: alive(log.head),
    snapshot: alive(log.snapshot),
    keep: alive(log.keep),
    list: alive(log.list),
    find: alive(log.find),
    due: alive(log.due),
    decisions: alive(log.decisions),
    remove: alive(log.remove),
    close: alive(log.close, false),
    watch: (ring, options) =>
      log.watch((which) => {
        if (process.alive) process.clock.after(world.random.between(0, 200), () => process.alive && ring(which))
      }, options),
  }
}
