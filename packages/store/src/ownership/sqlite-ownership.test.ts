import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Processes } from '@convene/engine'
import { describeOwnership, type FakeClock, fakeClock, sessionNumber } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { graceMs, silenceMs, sqliteOwnership } from './sqlite-ownership.ts'

/** A machine on which the processes in `living` run. */
function machine() {
  const living = new Set([1, 2])
  const seenBy = (pid: number): Processes => ({
    self: { pid, startedAt: 7 },
    alive: (mark) => mark.startedAt === 7 && living.has(mark.pid),
  })
  return { living, seenBy }
}

/** The first process has its own clock, so it can hang while the second one continues. */
function twoProcesses(folder: string) {
  const clock = fakeClock()
  const theirClock = fakeClock()
  const { living, seenBy } = machine()
  const path = join(folder, 'owners.db')
  const mine = sqliteOwnership({ path, processes: seenBy(1), clock })
  const theirs = sqliteOwnership({ path, processes: seenBy(2), clock: theirClock })
  const close = () => Promise.all([mine.close(), theirs.close()])
  const both = (change: (clock: FakeClock) => void) => [clock, theirClock].forEach(change)
  return { clock, theirClock, both, living, path, mine, theirs, close }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'convene-owners-'))

await describeOwnership('SQLite', async () => {
  const folder = newFolder()
  const { living, mine, theirs, close } = twoProcesses(folder)
  return {
    mine,
    theirs,
    kill: async () => void living.delete(1),
    close: async () => {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
})

describe('an owner', () => {
  const session = sessionNumber(1)
  let folder: string
  let two: ReturnType<typeof twoProcesses>
  beforeEach(() => {
    folder = newFolder()
    two = twoProcesses(folder)
  })
  afterEach(async () => {
    await two.close()
    rmSync(folder, { recursive: true })
  })

  test('that sends heartbeats keeps its session', async () => {
    await two.mine.claim(session)
    two.both((clock) => clock.advance(600_000))
    expect(await two.theirs.claim(session)).toBe('owned elsewhere')
    expect(await two.theirs.owned(session)).toBe(true)
  })

  test('that is alive but hangs loses its session after 10 s and one more chance', async () => {
    const lease = await two.mine.claim(session)
    two.theirClock.advance(silenceMs + 1)
    expect(await two.theirs.owned(session)).toBe(false)
    const claim = two.theirs.claim(session)
    two.theirClock.advance(graceMs)
    expect(await claim).not.toBe('owned elsewhere')
    expect(lease === 'owned elsewhere' || (await lease.held())).toBe(false)
  })

  test('that slept with its machine gets a chance to beat before its session is taken', async () => {
    await two.mine.claim(session)
    two.both((clock) => clock.sleep(8 * 3_600_000))
    const claim = two.theirs.claim(session)
    two.both((clock) => clock.advance(graceMs))
    expect(await claim).toBe('owned elsewhere')
    expect(await two.theirs.owned(session)).toBe(true)
  })

  test('whose clock was set back by an hour keeps its session', async () => {
    await two.mine.claim(session)
    two.both((clock) => clock.jump(-3_600_000))
    const claim = two.theirs.claim(session)
    two.both((clock) => clock.advance(graceMs))
    expect(await claim).toBe('owned elsewhere')
  })

  test('of one session is not the owner of another process’s', async () => {
    await two.mine.claim(sessionNumber(2))
    await two.theirs.claim(session)
    expect(await two.mine.claim(session)).toBe('owned elsewhere')
    expect(await two.mine.claim(sessionNumber(3))).not.toBe('owned elsewhere')
  })

  test('that released its only session is known again after its next claim', async () => {
    const lease = await two.mine.claim(sessionNumber(2))
    if (lease !== 'owned elsewhere') await lease.release()
    // A process that opens the file forgets holders without sessions.
    const third = sqliteOwnership({ path: two.path, processes: machine().seenBy(2), clock: two.clock })
    await third.owned(session)
    await two.mine.claim(session)
    expect(await two.theirs.claim(session)).toBe('owned elsewhere')
    expect(await third.owned(session)).toBe(true)
    await third.close()
  })

  test('whose last beat is old beats with its next claim', async () => {
    await two.mine.claim(sessionNumber(2))
    two.clock.sleep(silenceMs + 1)
    two.theirClock.sleep(silenceMs + 1)
    await two.mine.claim(session)
    expect(await two.theirs.owned(session)).toBe(true)
  })

  test('that owns nothing sets no timer', async () => {
    expect(two.clock.pending()).toBe(0)
    const lease = await two.mine.claim(session)
    expect(two.clock.pending()).toBe(1)
    if (lease !== 'owned elsewhere') await lease.release()
    expect(two.clock.pending()).toBe(0)
  })

  test('with the reused pid of a dead process is not mistaken for it', async () => {
    await two.mine.claim(session)
    const later = sqliteOwnership({
      path: two.path,
      processes: { self: { pid: 1, startedAt: 8 }, alive: ({ pid, startedAt }) => pid === 1 && startedAt === 8 },
      clock: two.clock,
    })
    expect(await later.claim(session)).not.toBe('owned elsewhere')
    await later.close()
  })

  test('starts over if the file is damaged', async () => {
    writeFileSync(two.path, 'this is no database, however long one looks at it '.repeat(100))
    expect(await two.mine.claim(session)).not.toBe('owned elsewhere')
  })

  test('keeps its file private', async () => {
    await two.mine.claim(session)
    expect(statSync(two.path).mode & 0o777).toBe(0o600)
  })
})
