import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')

const sources = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: repository }).filter(
    (file) => !/\.(test|fixture)\.tsx?$/.test(file) && !file.includes('node_modules'),
  )

const text = (file: string): string => readFileSync(resolve(repository, file), 'utf8')

/** These read a log to act on it and show events to nobody. */
const acting = [
  // It reads a server's log, and the server seals what it sends.
  'apps/cli/src/remote/remote-engine.ts',
  'apps/cli/src/run/steer.ts',
  'apps/server/src/sessions/find.ts',
  'packages/host/src/approvals/find-pending.ts',
  'packages/host/src/decisions/decisions.ts',
  // It adds up what finished runs used, and nobody sees more than the sums.
  'packages/host/src/run/past-runs.ts',
  'packages/team/src/import/import-sessions.ts',
  'packages/team/src/postgres/verify/sessions.ts',
  'packages/host/src/trash/trash-session.ts',
  'packages/host/src/sessions/restore-files.ts',
  'packages/host/src/sessions/changes.ts',
  'packages/host/src/sessions/fork-session.ts',
  'packages/host/src/sessions/read-whole.ts',
]

test('ballots are sealed in one place, where events leave the engine', () => {
  const sealing = sources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(
    (file) => /\bredactVotes\(/.test(text(file)) && !/^packages\/(domain|testkit)\//.test(file),
  )
  expect(sealing).toEqual(['packages/engine/src/session/public-events.ts'])
})

test('everything that shows events reads them from there, not from the log', () => {
  const readers = sources('{apps,packages/{host,team}}/**/src/**/*.{ts,tsx}').filter((file) =>
    /\blog\.read\(|\breadWhole\(/.test(text(file)),
  )
  expect(readers.length).toBeGreaterThan(5)
  expect(readers.filter((file) => !acting.includes(file))).toEqual([])
})
