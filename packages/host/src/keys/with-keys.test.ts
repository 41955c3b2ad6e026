import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuse } from '@convene/domain'
import { openKeptKeys } from '@convene/platform'
import { expect, onTestFinished, test } from 'vitest'
import { withKeys } from './with-keys.ts'

test('a damaged key file is reported, instead of looking as if there were no keys', async () => {
  const home = mkdtempSync(join(tmpdir(), 'convene-keys-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  writeFileSync(join(home, 'keys.json'), '{ "OPENAI_API_KEY": "x", }')
  const kept = openKeptKeys({ home, now: () => 0, findKeychain: async () => refuse('no_keychain', 'there is none') })
  const { problems } = await withKeys({}, kept)
  expect(problems).toEqual([expect.stringContaining('keys.json is damaged')])
})
