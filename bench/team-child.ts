import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Event, emptySession, fact, type SessionId } from '@convene/domain'
import { type EventLog, rowOf } from '@convene/engine'
import { sqliteEventLog } from '@convene/store'
import { openPostgresStore } from '@convene/team'
import { answering, oneAgent } from './one-agent.ts'

const SESSIONS = 200
const TURNS = 25
const EVENTS = 4
const IDLE_MS = 20_000

/** `node team-child.ts events|idle|memory [database URL]`: one measurement, as JSON. */
const [what = '', url] = process.argv.slice(2)
const measured = await (what === 'events' ? events() : what === 'idle' ? idle() : memory())
console.log(JSON.stringify(measured))
process.exit(0)

/** 200 sessions append at once, in Postgres if there is a URL, otherwise in SQLite. */
async function events() {
  const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
  const store = url === undefined ? undefined : await openPostgresStore({ url, capacity: 20 })
  const log: EventLog = store?.log ?? sqliteEventLog({ path: join(folder, 'log.db') })
  const [began, used] = [performance.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: SESSIONS }, (_, number) => appendsTo(log, `session-${number}` as SessionId)))
  const { user, system } = process.cpuUsage(used)
  const [count, seconds] = [SESSIONS * TURNS * EVENTS, (performance.now() - began) / 1_000]
  await (store ?? log).close()
  rmSync(folder, { recursive: true, force: true })
  return { eventsPerSecond: count / seconds, cpuMicrosPerEvent: (user + system) / count }
}

async function appendsTo(log: EventLog, id: SessionId): Promise<void> {
  const row = rowOf(emptySession(id), { record: [], want: [] })
  const text = 'x'.repeat(800)
  for (let turn = 0; turn < TURNS; turn++) {
    const batch = Array.from({ length: EVENTS }, (_, index) => {
      const note = fact('commentary', { text, level: 'full', source: 'note' })
      const seq = turn * EVENTS + index + 1
      return { ...note, session: id, seq, batch: turn * EVENTS + 1, at: Date.now(), v: 1 } as Event
    })
    await log.append(id, turn * EVENTS, batch, row)
  }
}

/** The cost of an idle worker. */
async function idle() {
  const store = await openPostgresStore({ url: url ?? '', capacity: 20 })
  await store.join({ address: undefined, version: 'bench' })
  const stop = store.work.start(async () => undefined, 20)
  const commits = async () => {
    const text = `SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()`
    return (await store.database.ask<{ count: number }>({ text }))[0]?.count ?? 0
  }
  await pause(2_000)
  const [before, used] = [await commits(), process.cpuUsage()]
  await pause(IDLE_MS)
  const { user, system } = process.cpuUsage(used)
  const queriesPerSecond = ((await commits()) - before) / (IDLE_MS / 1_000)
  stop()
  await store.close()
  return { queriesPerSecond, cpuPercent: (user + system) / IDLE_MS / 10 }
}

/** A worker's memory for 500 sessions at rest and 100 running ones. */
async function memory() {
  const store = await openPostgresStore({ url: url ?? '', capacity: 1_000 })
  let isLive = false
  const engine = answering(store, () => (isLive ? pause(3_600_000, undefined, { ref: false }) : undefined))
  const start = (number: number) => engine.resume(`session-${number}` as SessionId, oneAgent(number))
  const heap = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed / 1_048_576
  }
  const empty = heap()
  for (let first = 0; first < 500; first += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await start(first + index)
        await engine.rested(`session-${first + index}` as SessionId)
      }),
    )
  const rested = heap()
  isLive = true
  await Promise.all(Array.from({ length: 100 }, (_, index) => start(500 + index)))
  await pause(2_000)
  const all = heap()
  return {
    restingMiB: rested - empty,
    liveMiB: all - rested,
    rssMiB: process.memoryUsage().rss / 1_048_576,
    live: engine.live,
  }
}
