import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Event, emptySession, fact, SessionId } from '@convene/domain'
import { rowOf } from '@convene/engine'
import { sqliteEventLog } from '@convene/store'
import type { Finding } from '../report.ts'
import { median } from '../run-child.ts'

const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 10_000)
const words = ['queue', 'invoice', 'lamp', 'postgres', 'harbour', 'ledger', 'window']

/** The first page of the session list, and of a search, among 10,000 sessions. */
export async function lists(rounds: number): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
  const log = sqliteEventLog({ path: join(folder, 'log.db') })
  try {
    await Promise.all(Array.from({ length: SESSIONS }, (_, number) => store(log, number)))
    await log.list({ query: 'lamp', limit: 1 })
    const among = `among ${SESSIONS.toLocaleString('en')} sessions, in ms of CPU time`
    return [
      { name: `the newest 50 ${among}`, ratio: await cost(rounds, () => log.list({ limit: 50 })), bar: 20 },
      {
        name: `the newest 50 with a word that every seventh has, ${among}`,
        ratio: await cost(rounds, () => log.list({ query: 'lamp', limit: 50 })),
        bar: 100,
      },
    ]
  } finally {
    await log.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function store(log: ReturnType<typeof sqliteEventLog>, number: number): Promise<void> {
  const id = SessionId.parse(`session-${number}`)
  const text = `What about the ${words[number % words.length]} of customer ${number}?`
  const message = fact('message', { id: 'm1', author: 'user', to: 'all', text } as never)
  const event = { ...message, session: id, seq: 1, batch: 1, at: 1_000 + number, v: 1 } as Event
  await log.append(id, 0, [event], rowOf({ ...emptySession(id), goal: text }, { record: [], want: [] }))
}

async function cost(rounds: number, list: () => Promise<readonly unknown[]>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds * 5; round++) {
    const before = process.cpuUsage()
    if ((await list()).length !== 50) throw new Error('The page is not full')
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return median(times)
}
