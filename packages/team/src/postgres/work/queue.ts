import { PgBoss } from 'pg-boss'
import type { PostgresDatabase } from '../database/database.ts'

/** The queue of sessions that have something to do. One job per session, waiting or running. */
export const QUEUE = 'sessions'
export const SCHEMA = 'convene_work'
/** A worker without a heartbeat for this long counts as dead. The minimum that pg-boss allows. */
export const HEARTBEAT_TIMEOUT_S = 10
const DAY_S = 86_400

/**
 * pg-boss on our own connections. It neither polls nor reassigns jobs by itself: the pump does both. Nothing is sent
 * before `start`.
 */
export function bossOn(database: PostgresDatabase, migrate: boolean): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.once(({ executeSql }) => executeSql(text, values)) },
    schema: SCHEMA,
    migrate,
    createSchema: migrate,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  })
  // Callers get their errors thrown as well. Without a listener this would end the process.
  boss.on('error', () => undefined)
  return boss
}

/** Sets up the queue, in an empty database or after an update. Only one process may do so at a time. */
export async function prepareQueue(database: PostgresDatabase): Promise<void> {
  const boss = bossOn(database, true)
  try {
    await boss.start()
    if (await boss.getQueue(QUEUE)) return
    await boss.createQueue(QUEUE, {
      policy: 'exclusive',
      partition: true,
      heartbeatSeconds: HEARTBEAT_TIMEOUT_S,
      // A session is never given up: it is somebody's run.
      retryLimit: 1_000_000_000,
      expireInSeconds: DAY_S,
      retentionSeconds: 365 * DAY_S,
      // 0 would mean never.
      deleteAfterSeconds: 60,
    })
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}
