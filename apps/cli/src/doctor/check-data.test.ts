import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteEventLog } from '@convene/store'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import type { CliProgram } from '../program.ts'
import { checkDatabase, checkHome } from './check-data.ts'

/** What `convene doctor` says about the database, or about the history in it. */
async function checked(home: string, about = 'database'): Promise<string> {
  const log = sqliteEventLog({ path: join(home, 'convene.db') })
  const program = { home, store: async () => ({ local: log, notices: [] }) } as unknown as CliProgram
  const checks = await checkDatabase(program)
  await log.close()
  const own = checks.filter(({ what }) => what === about)
  return own.map(({ state, found }) => `${state}: ${found}`).join('\n')
}

test('doctor fails at newly found damage of an event, and notes it from then on', async () => {
  using folder = temporaryFolder()
  const session = sessionNumber(1)
  const log = sqliteEventLog({ path: folder.file('convene.db') })
  await log.append(session, 0, stamped(session, 0, [userSays('Which one?')]), sampleRow())
  await log.append(session, 1, stamped(session, 1, [userSays('This one.')]), sampleRow())
  await log.close()
  expect(await checked(folder.path)).toBe('good: OK (1 session)')
  expect(await checked(folder.path, 'history')).toMatch(/^good: [0-9a-f]{64} \(a complete copy shows the same\)$/u)
  const database = new DatabaseSync(folder.file('convene.db'))
  database.exec("UPDATE appends SET data = replace(data, 'This', 'Thin') WHERE seq = 2")
  database.close()
  expect(await checked(folder.path)).toMatch(/^bad: has damaged events[^\n]+\nnote: 1 session with damaged/u)
  expect(await checked(folder.path)).toMatch(/^good: OK[^\n]+\nnote: 1 session with damaged/u)
})

test('what links in a worktree lead to is not counted to the data folder', () => {
  using folder = temporaryFolder()
  using elsewhere = temporaryFolder()
  writeFileSync(elsewhere.file('large'), Buffer.alloc(5_000_000))
  const tree = join(folder.path, 'build', 'tree')
  mkdirSync(tree, { recursive: true, mode: 0o700 })
  writeFileSync(join(tree, 'small'), 'x')
  for (const name of ['x', 'y']) symlinkSync('.', join(tree, name))
  symlinkSync(elsewhere.path, join(tree, 'outside'))
  symlinkSync(elsewhere.file('large'), join(tree, 'file'))
  symlinkSync(join(tree, 'gone'), join(tree, 'nowhere'))
  expect(checkHome({ home: folder.path }).found).toContain('(1 KB, ')
})
