import type { SessionId } from '@convene/domain'
import type { Lease, Ownership } from '@convene/engine'

type Holder = { alive: boolean }

/** Shared by several memory ownerships, as the processes of one machine share a file. */
export type MemoryOwners = Map<SessionId, { readonly holder: Holder; readonly lease: Lease }>

export const memoryOwners = (): MemoryOwners => new Map()

/** `die` is a kill: everything this process holds may be taken over. */
export type MemoryOwnership = Ownership & { die(): void }

/** Ownership without a disk or a clock, for one of the processes that share `owners`. */
export function memoryOwnership(owners: MemoryOwners = memoryOwners()): MemoryOwnership {
  const self: Holder = { alive: true }
  const taken = (session: SessionId): Lease => {
    const lease: Lease = {
      held: async () => self.alive && owners.get(session)?.lease === lease,
      release: async () => {
        if (owners.get(session)?.lease === lease) owners.delete(session)
      },
    }
    owners.set(session, { holder: self, lease })
    return lease
  }
  return {
    async claim(session) {
      const owner = owners.get(session)?.holder
      return owner?.alive && owner !== self ? 'owned elsewhere' : taken(session)
    },
    owned: async (session) => owners.get(session)?.holder.alive === true,
    die() {
      self.alive = false
    },
  }
}
