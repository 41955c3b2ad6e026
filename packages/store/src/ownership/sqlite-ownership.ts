import { randomUUID } from 'node:crypto'
import type { SessionId } from '@convene/domain'
import type { Clock, Lease, Ownership, Processes } from '@convene/engine'
import { type Heartbeat, heartbeat } from './heartbeat.ts'
import { type Holder, type Owners, openOwners, type SessionHolder } from './owners.ts'

export type SqliteOwnership = Ownership & { close(): Promise<void> }

export type SqliteOwnershipOptions = {
  readonly path: string
  readonly processes: Processes
  readonly clock: Pick<Clock, 'now' | 'after'>
}

export const silenceMs = 10_000

/** Longer than a beat: after the machine wakes, a live owner can beat before its session is taken. */
export const graceMs = 2_500

/**
 * Which process works on which session on one machine. Kept in a separate file without disk syncs: its contents need
 * not survive a reboot, a full disk must not make an owner look dead, and heartbeats must not wake the log's watchers.
 */
export function sqliteOwnership({ path, processes, clock }: SqliteOwnershipOptions): SqliteOwnership {
  const self: Holder = { holder: randomUUID(), ...processes.self }
  const owners = openedWhenNeeded(path)
  const beats = heartbeat(clock, () => owners.get().beat(self, clock.now()))
  const leases = leasesOf(self, owners, beats)
  const stateOf = (owner: SessionHolder) => judge(owner, { holder: self.holder, processes, now: clock.now() })
  const take = (session: SessionId, mayTake: (owner: SessionHolder) => boolean) =>
    owners.get().take(session, { ...self, beat: clock.now() }, mayTake)

  return {
    async claim(session) {
      const found = take(session, (owner) => stateOf(owner) === 'free')
      if (found === 'taken') return leases.add(session)
      if (stateOf(found) === 'owned') return 'owned elsewhere'
      await pause(clock, graceMs)
      const again = take(session, (owner) => stateOf(owner) !== 'owned' && owner.beat === found.beat)
      return again === 'taken' ? leases.add(session) : 'owned elsewhere'
    },
    async owned(session) {
      const owner = owners.get().ownerOf(session)
      return owner !== undefined && (owner.holder === self.holder || stateOf(owner) === 'owned')
    },
    async close() {
      await leases.releaseAll()
      owners.close()
    },
  }
}

function openedWhenNeeded(path: string) {
  let opened: Owners | undefined
  return {
    get(): Owners {
      opened ??= openOwners(path)
      return opened
    },
    close(): void {
      opened?.close()
      opened = undefined
    },
  }
}

/** The leases of this process, which beats while it has any. The newest lease of a session counts. */
function leasesOf({ holder }: Holder, owners: { get(): Owners }, beats: Heartbeat) {
  const newest = new Map<SessionId, Lease>()

  function add(session: SessionId): Lease {
    const counts = () => newest.get(session) === lease
    const lease: Lease = {
      held: async () => counts() && owners.get().ownerOf(session)?.holder === holder,
      release: async () => {
        if (counts()) release(session)
      },
    }
    newest.set(session, lease)
    beats.start()
    return lease
  }

  function release(session: SessionId): void {
    newest.delete(session)
    owners.get().release(session, holder)
    if (newest.size === 0) beats.stop()
  }

  return { add, releaseAll: () => Promise.all([...newest.values()].map((lease) => lease.release())) }
}

type Judge = { readonly holder: string; readonly processes: Processes; readonly now: number }

/**
 * `silent`: the process is alive but has not beaten for a long time. A clock that was set back does not count as a
 * beat.
 */
function judge(owner: SessionHolder, { holder, processes, now }: Judge): 'free' | 'owned' | 'silent' {
  if (owner.holder === holder || !processes.alive(owner)) return 'free'
  return Math.abs(now - owner.beat) > silenceMs ? 'silent' : 'owned'
}

function pause(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  // Clock timers do not keep the process alive, but the caller awaits this one.
  const awake = setInterval(() => {}, 60_000)
  return new Promise<void>((resolve) => void clock.after(ms, resolve)).finally(() => clearInterval(awake))
}
