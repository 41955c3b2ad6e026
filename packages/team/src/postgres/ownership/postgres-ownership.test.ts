import { describeOwnership } from '@convene/testkit'
import { databaseFixture } from '../database/database.fixture.ts'
import { Jobs } from '../work/jobs.ts'
import { bossOn, HEARTBEAT_TIMEOUT_S, prepareQueue, SCHEMA } from '../work/queue.ts'
import { PostgresOwnership } from './postgres-ownership.ts'

const fixture = await databaseFixture()

if (fixture) {
  const database = await fixture.opened()
  await prepareQueue(database)
  const boss = bossOn(database, false)
  await boss.start()
  const jobs = new Jobs(boss, database, { id: 'one', fold: 1, host: 'here' })

  await describeOwnership('Postgres', async () => {
    await database.ask({ text: `DELETE FROM ${SCHEMA}.job` })
    const [mine, theirs] = [new PostgresOwnership({ jobs, capacity: 9 }), new PostgresOwnership({ jobs, capacity: 9 })]
    return {
      mine,
      theirs,
      // What others see of a killed process once it counts as dead.
      kill: async () => {
        const age = `UPDATE ${SCHEMA}.job SET heartbeat_on = now() - interval '${HEARTBEAT_TIMEOUT_S + 1} seconds'`
        await database.ask({ text: age })
        await database.ask({ text: `UPDATE ${SCHEMA}.queue SET monitor_claim_on = NULL, monitor_on = NULL` })
        await jobs.reassignLost()
      },
      close: async () => {
        await Promise.all([mine.close(), theirs.close()])
      },
    }
  })
}
