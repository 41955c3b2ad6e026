import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Event, emptySession, fact, type SessionId } from '@convene/domain'
import { rowOf } from '@convene/engine'
import { sqliteEventLog } from '@convene/store'
import type { Finding } from '../report.ts'
import { median } from '../run-child.ts'

const SESSIONS = 200
const TURNS = 25
const EVENTS = 4
const TEXT = 'x'.repeat(800)

/** Durable events per second with 200 sessions appending, relative to raw SQLite writing the same rows in the same groups. */
export async function store(rounds: number): Promise<readonly Finding[]> {
  const ours: number[] = []
  const raw: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await inFolder(withLog))
    raw.push(await inFolder(async (folder) => withRawSqlite(folder)))
  }
  const values = { convene: median(ours), rawSqlite: median(raw) }
  return [
    {
      name: 'durable events per second, relative to raw SQLite (FULL, same groups)',
      ratio: values.convene / values.rawSqlite,
      values,
    },
  ]
}

async function inFolder(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
  const rate = await work(folder)
  rmSync(folder, { recursive: true, force: true })
  return rate
}

async function withLog(folder: string): Promise<number> {
  const log = sqliteEventLog({ path: join(folder, 'log.db') })
  const start = performance.now()
  const session = async (number: number) => {
    const id = `session-${number}` as SessionId
    const row = rowOf(emptySession(id), { record: [], want: [] })
    for (let turn = 0; turn < TURNS; turn++) await log.append(id, turn * EVENTS, eventsOf(id, turn), row)
  }
  await Promise.all(Array.from({ length: SESSIONS }, (_, number) => session(number)))
  const seconds = (performance.now() - start) / 1_000
  await log.close()
  return (SESSIONS * TURNS * EVENTS) / seconds
}

function eventsOf(session: SessionId, turn: number): readonly Event[] {
  return Array.from({ length: EVENTS }, (_, index) => {
    const seq = turn * EVENTS + index + 1
    const note = fact('commentary', { text: TEXT, level: 'full', source: 'note' })
    return { ...note, session, seq, batch: turn * EVENTS + 1, at: Date.now(), v: 1 } as Event
  })
}

function withRawSqlite(folder: string): number {
  const database = new DatabaseSync(join(folder, 'raw.db'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec('CREATE TABLE events (session TEXT, seq INTEGER, data TEXT, PRIMARY KEY (session, seq))')
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?)')
  const start = performance.now()
  for (let turn = 0; turn < TURNS; turn++) {
    // Same as the log, which commits at most about 500 events at a time.
    for (let first = 0; first < SESSIONS; first += 125) {
      database.exec('BEGIN IMMEDIATE')
      for (let number = first; number < Math.min(first + 125, SESSIONS); number++)
        for (const event of eventsOf(`session-${number}` as SessionId, turn))
          insert.run(event.session, event.seq, JSON.stringify(event.data))
      database.exec('COMMIT')
    }
  }
  const seconds = (performance.now() - start) / 1_000
  database.close()
  return (SESSIONS * TURNS * EVENTS) / seconds
}
