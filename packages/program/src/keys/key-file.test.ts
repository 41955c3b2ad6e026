import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepKey, readKeys } from './key-file.ts'

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'convene-keys-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

test('a key is kept, replaced and forgotten, and the others stay', () => {
  const home = newHome()
  keepKey(home, 'OPENAI_API_KEY', 'one')
  keepKey(home, 'ANTHROPIC_API_KEY', 'two')
  keepKey(home, 'OPENAI_API_KEY', 'three')
  expect(readKeys(home)).toEqual({ OPENAI_API_KEY: 'three', ANTHROPIC_API_KEY: 'two' })
  keepKey(home, 'OPENAI_API_KEY', undefined)
  expect(readKeys(home)).toEqual({ ANTHROPIC_API_KEY: 'two' })
})

test('only the user can read the file, also when somebody had opened it up', () => {
  const home = newHome()
  writeFileSync(join(home, 'keys.json'), '{}', { mode: 0o644 })
  keepKey(home, 'OPENAI_API_KEY', 'one')
  expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('a file that cannot be read holds no keys', () => {
  const home = newHome()
  writeFileSync(join(home, 'keys.json'), '{ broken')
  expect(readKeys(home)).toEqual({})
})
