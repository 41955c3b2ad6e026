import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { writePreferences } from './write-preferences.ts'

test.each([
  ['nothing', undefined, {}],
  ['a truncated file', '{"download": {"dir', {}],
  ['existing preferences', '{"download":{"directory":"/x"},"zoom":2}', { zoom: 2, download: { directory: '/x' } }],
])('a browser that starts from %s asks where to save', (_what, before, kept) => {
  using folder = temporaryFolder()
  mkdirSync(folder.file('Default'))
  const file = folder.file('Default/Preferences')
  if (before !== undefined) writeFileSync(file, before)
  writePreferences(folder.path)
  const asks = { download: { prompt_for_download: true } }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...kept, ...asks })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(kept)
})
