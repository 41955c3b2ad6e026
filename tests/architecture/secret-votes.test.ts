import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')

/** These read a log to act on it, and show nobody an event. */
const acting = [
  'apps/cli/src/run/steer.ts',
  'apps/server/src/sessions/find.ts',
  'packages/host/src/approvals/find-pending.ts',
  'packages/host/src/decisions/decisions.ts',
  'packages/host/src/sessions/bring-files-back.ts',
  'packages/host/src/sessions/changes.ts',
  'packages/host/src/sessions/fork-session.ts',
]

test('whatever shows the events of a session leaves out votes that are still secret', () => {
  const sources = globSync('{apps,packages/program}/**/src/**/*.{ts,tsx}', { cwd: repository }).filter(
    (file) => !/\.(test|fixture)\.tsx?$/.test(file) && !file.includes('node_modules'),
  )
  const readers = sources.filter((file) => /\blog\.read\(|\bengine\.follow\(/.test(text(file)))
  expect(readers.length).toBeGreaterThan(5)
  expect(readers.filter((file) => !text(file).includes('redactVotes') && !acting.includes(file))).toEqual([])
})

const text = (file: string): string => readFileSync(resolve(repository, file), 'utf8')
