import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionalPackages } from '@convene/extensions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../scripts/bundle/bundle.mjs'
import { beside } from '../../scripts/cli.mjs'
import { newPlace, type TestFolders } from '../e2e/launch.ts'
import { asks } from './asks.ts'

const all = optionalPackages.map(({ name }) => name)

let place: TestFolders
let installed: string

/** The program as it is installed, outside the repository and without its optional packages. */
beforeAll(async () => {
  place = newPlace()
  installed = mkdtempSync(join(tmpdir(), 'convene-without-'))
  const entries = { main: 'apps/cli/src/main.ts' }
  await bundle({ entries, out: join(installed, 'dist'), external: [...beside, ...all], required: 'main' })
  for (const name of ['convene.mjs', 'bundle-loader.cjs'])
    cpSync(join(import.meta.dirname, '../../apps/cli/bin', name), join(installed, 'bin', name))
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ version: '0.1.0', type: 'module' }))
})
afterAll(() => {
  place.remove()
  rmSync(installed, { recursive: true, force: true })
})

test.each(all)('%s: a bundle without it refuses what it adds in the same sentence as the sources', async (name) => {
  const ended = await place.launch(asks[name] ?? [], { launcher: join(installed, 'bin/convene.mjs') }).ended
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(new RegExp(`^convene: [^.]*${name}, which is not installed[^.]*\\.\\n$`, 'u'))
})
