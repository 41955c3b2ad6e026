import { describeEventLog } from '@convene/testkit'
import { databaseFixture } from '../database/database.fixture.ts'
import { postgresEventLog } from './postgres-event-log.ts'

const fixture = await databaseFixture()

if (fixture)
  await describeEventLog('Postgres', async () => {
    await fixture.empty()
    const open = async () => postgresEventLog({ database: await fixture.opened() })
    const logs = [await open(), await open()]
    return {
      log: logs[0] as (typeof logs)[number],
      other: logs[1] as (typeof logs)[number],
      reopened: async () => {
        await Promise.all(logs.map((log) => log.close()))
        const log = await open()
        logs.push(log)
        return log
      },
      close: async () => {
        await Promise.all(logs.map((log) => log.close()))
      },
    }
  })
