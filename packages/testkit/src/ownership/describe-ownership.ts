import { assert, type SessionId } from '@convene/domain'
import type { Lease, Ownership } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'
import { sessionNumber } from '../event-log/sample-events.ts'

/** Two processes on one machine. `kill` ends the first abruptly. */
export type OwnershipFixture = {
  readonly mine: Ownership
  readonly theirs: Ownership
  kill(): Promise<void>
  close(): Promise<void>
}

/** Every promise of the `Ownership` port, as tests. */
export function describeOwnership(name: string, open: () => Promise<OwnershipFixture>): Promise<void> {
  return describeContract(`ownership in ${name}`, open, promises)
}

const session = sessionNumber(1)
const neighbour = sessionNumber(2)

async function take(ownership: Ownership, which: SessionId = session): Promise<Lease> {
  const lease = await ownership.claim(which)
  assert(lease !== 'owned elsewhere', 'the session is free')
  return lease
}

const promises: Contract<OwnershipFixture> = {
  'gives a free session to the first process that claims it': async ({ mine, theirs }, expect) => {
    expect(await mine.owned(session)).toBe(false)
    const lease = await take(mine)
    expect(await lease.held()).toBe(true)
    expect(await mine.owned(session)).toBe(true)
    expect(await theirs.owned(session)).toBe(true)
  },
  'gives a session to one process at a time': async ({ mine, theirs }, expect) => {
    const claims = await Promise.all([mine.claim(session), theirs.claim(session)])
    expect(claims.filter((claim) => claim === 'owned elsewhere')).toHaveLength(1)
  },
  'keeps sessions apart': async ({ mine, theirs }, expect) => {
    await take(mine)
    expect(await (await take(theirs, neighbour)).held()).toBe(true)
    expect(await mine.claim(neighbour)).toBe('owned elsewhere')
  },
  'gives a session to another process after its release': async ({ mine, theirs }, expect) => {
    const lease = await take(mine)
    await lease.release()
    expect(await lease.held()).toBe(false)
    expect(await mine.owned(session)).toBe(false)
    expect(await (await take(theirs)).held()).toBe(true)
  },
  'keeps a session whose neighbour was released': async ({ mine, theirs }, expect) => {
    const lease = await take(mine)
    await (await take(mine, neighbour)).release()
    expect(await lease.held()).toBe(true)
    expect(await theirs.claim(session)).toBe('owned elsewhere')
  },
  'gives a process its own session again, and the older lease no longer counts': async ({ mine, theirs }, expect) => {
    const older = await take(mine)
    const newer = await take(mine)
    await older.release()
    expect(await older.held()).toBe(false)
    expect(await newer.held()).toBe(true)
    expect(await theirs.claim(session)).toBe('owned elsewhere')
  },
  'gives a killed process’s sessions to the next process that claims them': async ({ mine, theirs, kill }, expect) => {
    const lost = await take(mine)
    await kill()
    expect(await theirs.owned(session)).toBe(false)
    const lease = await take(theirs)
    expect(await lost.held()).toBe(false)
    await lost.release()
    expect(await lease.held()).toBe(true)
    expect(await theirs.owned(session)).toBe(true)
  },
}
