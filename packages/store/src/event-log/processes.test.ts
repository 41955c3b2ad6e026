import { readFileSync } from 'node:fs'
import { runProgram, sessionNumber, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const program = new URL('./fixtures/append-many.ts', import.meta.url).pathname
const append = (path: string, number: number, appends: number) =>
  [process.execPath, program, path, sessionNumber(number), String(appends)] as const

test('eight processes can create one database and write to it at once', async () => {
  using folder = temporaryFolder()
  const path = folder.file('home/log.db')
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  const ended = await Promise.all(numbers.map((number) => runProgram(append(path, number, 25))))
  expect(ended.map(({ code, err }) => [code, err])).toEqual(numbers.map(() => [0, '']))

  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: Date.now, notices })
  for (const number of numbers) expect(await log.read(sessionNumber(number))).toHaveLength(50)
  expect(database.sql('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(notices).toEqual([])
  await log.close()
})

const traced = (report: string, command: readonly string[]) =>
  runProgram(['strace', '-f', '-c', '-e', 'trace=fsync,fdatasync', '-o', report, ...command])

const canTrace = await runProgram(['strace', '-o', '/dev/null', 'true']).then(
  ({ code }) => code === 0,
  () => false,
)

test.skipIf(!canTrace)('every commit waits for the disk (checked with strace)', async () => {
  using folder = temporaryFolder()
  const report = folder.file('strace.txt')
  const { code, out } = await traced(report, append(folder.file('log.db'), 1, 50))
  expect(code).toBe(0)
  const lines = readFileSync(report, 'utf8').split('\n')
  const syncs = lines.filter((line) => /f(data)?sync$/.test(line)).map((line) => Number(line.trim().split(/\s+/)[3]))
  const { commits } = JSON.parse(out) as { commits: number }
  expect(commits).toBe(50)
  expect(syncs.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(commits)
})
