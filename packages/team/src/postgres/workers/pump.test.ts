import type { SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { PostgresOwnership } from '../ownership/postgres-ownership.ts'
import { Jobs } from '../work/jobs.ts'
import { bossOn, prepareQueue } from '../work/queue.ts'
import { Pump } from './pump.ts'

const fixture = await databaseFixture()

if (fixture)
  test('due sessions that make no progress do not keep the others from waking', async () => {
    const database = await fixture.opened()
    await prepareQueue(database)
    const boss = bossOn(database, false)
    await boss.start()
    await database.ask({
      text: `INSERT INTO sessions (id, seq, chain, data, phase, team, workspace, title, tags, asks, tokens, pinned, created_at, updated_at, wake_at, moves)
      SELECT 'stuck' || n, 1, '', '{}', 'running', '', '', '', '{}', 0, 0, false, 0, 0, n, false FROM generate_series(1, 201) n`,
    })
    const jobs = new Jobs(boss, database, { id: 'one', fold: 1, host: 'here' })
    const ownership = new PostgresOwnership({ jobs, capacity: 99 })
    const woken = new Set<SessionId>()
    const run = async (session: SessionId) => void woken.add(session)
    const pump = new Pump({ database, jobs, ownership, now: Date.now, run, capacity: 99 })
    try {
      await expect.poll(() => woken.has('stuck201' as SessionId)).toBe(true)
    } finally {
      await pump.stop()
      await ownership.close()
      await boss.stop({ graceful: false, close: false })
    }
  })
