import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Event } from '@convene/domain'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const cuts = process.env.CONVENE_LONG ? 1_000 : 40
const session = sessionNumber(1)
const headerBytes = 32
const frameBytes = 24 + 4_096

/** mulberry32: a seeded random number generator. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Acknowledged = { readonly seq: number; readonly bytes: number }

/** Thirty appends, and the size of the write-ahead log when each was acknowledged. No checkpoint runs in between. */
async function writtenLog(path: string): Promise<readonly Acknowledged[]> {
  const { database, notices } = openDatabase(path, Date.now)
  database.connection.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0')
  const log = eventLogIn(database, { now: Date.now, notices })
  const acknowledged: Acknowledged[] = []
  for (let seq = 0; seq < 60; seq += 2) {
    const text = 'words '.repeat(1 + ((seq * 37) % 900))
    await log.append(session, seq, stamped(session, seq, [userSays(text), userSays('more')]), sampleRow())
    acknowledged.push({ seq: seq + 2, bytes: statSync(`${path}-wal`).size })
  }
  copyFileSync(path, `${path}.kept`)
  copyFileSync(`${path}-wal`, `${path}.kept-wal`)
  await log.close()
  return acknowledged
}

/** The events found after a restart. They must be sound and form complete appends. */
async function afterRestart(path: string, wal: Buffer): Promise<readonly Event[]> {
  rmSync(`${path}-shm`, { force: true })
  copyFileSync(`${path}.kept`, path)
  writeFileSync(`${path}-wal`, wal)
  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: Date.now, notices })
  const events = await log.read(session)
  expect(notices).toEqual([])
  expect(database.sql('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(events.length % 2).toBe(0)
  expect(await log.head(session)).toBe(events.length)
  await log.close()
  return events
}

test(`no acknowledged event is lost when the write-ahead log is cut short, in ${cuts} cuts`, async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const acknowledged = await writtenLog(path)
  const wal = readFileSync(`${path}.kept-wal`)
  const frames = (wal.length - headerBytes) / frameBytes
  const random = numbers(20_260_102)
  for (let cut = 0; cut < cuts; cut += 1) {
    const border = headerBytes + Math.floor(random() * (frames + 1)) * frameBytes
    const bytes = cut % 2 === 0 ? border : Math.floor(random() * wal.length)
    const durable = acknowledged.findLast((append) => append.bytes <= bytes)?.seq ?? 0
    const events = await afterRestart(path, wal.subarray(0, bytes))
    expect(events.length, `cut at byte ${bytes}`).toBe(durable)
  }
})

test('a flipped byte in the last frame costs the last append at most', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await writtenLog(path)
  const wal = readFileSync(`${path}.kept-wal`)
  const random = numbers(7)
  for (let flip = 0; flip < cuts / 4; flip += 1) {
    const torn = Buffer.from(wal)
    const place = wal.length - 1 - Math.floor(random() * frameBytes)
    torn[place] = (torn[place] ?? 0) ^ 0x10
    expect(await afterRestart(path, torn)).toHaveLength(58)
  }
})
