import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeEventLog } from '@convene/testkit'
import { sqliteEventLog } from './sqlite-event-log.ts'

await describeEventLog('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'convene-log-'))
  const path = join(folder, 'convene.db')
  const logs = [sqliteEventLog({ path }), sqliteEventLog({ path })] as const
  return {
    log: logs[0],
    other: logs[1],
    reopened: async () => {
      await Promise.all(logs.map((log) => log.close()))
      return sqliteEventLog({ path })
    },
    close: async () => {
      await Promise.all(logs.map((log) => log.close()))
      rmSync(folder, { recursive: true })
    },
  }
})
