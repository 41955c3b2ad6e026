import { chmodSync } from 'node:fs'
import { systemOf } from '@convene/platform'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { checkHome } from './check-data.ts'
import { checkSandbox } from './check-sandbox.ts'

test.each([
  ['linux', 'note', 'Install bubblewrap'],
  ['darwin', 'note', 'Check them before you allow them'],
  ['win32', 'good', 'Check them before you allow them'],
])('on %s, an open data folder is a %s, and a missing sandbox has advice that fits', async (name, state, advice) => {
  using folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  expect(checkHome({ home: folder.path }, systemOf(name)).state).toBe(state)
  const sandbox = await checkSandbox(name, async () => ({ kind: 'none', why: 'it is not installed' }))
  expect(sandbox).toMatchObject({ state: 'note', found: 'it is not installed', fix: expect.stringContaining(advice) })
})
