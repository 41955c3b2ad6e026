import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { buildScript } from '../../scripts/vscode.mjs'

const fixture = resolve(import.meta.dirname, 'fixtures/activate.mjs')

type Activated = {
  readonly scripts: readonly string[]
  readonly bytes: number
  readonly builtIn: readonly string[]
  readonly registered: number
}

test('activation loads at most 172 KB of script, no SQLite, and writes nothing', async () => {
  using folder = temporaryFolder()
  await buildScript({ extension: 'apps/vscode/src/extension.ts' }, folder.file('dist'))
  const words = [fixture, folder.file('dist/extension.cjs'), folder.file('storage')]
  const activated = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Activated
  expect(activated.registered).toBeGreaterThan(10)
  expect(activated.scripts.length).toBeGreaterThan(0)
  // Two thirds of it is zod. Any library that slips in exceeds the margin.
  expect(activated.bytes).toBeLessThanOrEqual(172 * 1024)
  expect(activated.builtIn).toEqual([])
  expect(existsSync(folder.file('storage'))).toBe(false)
})
