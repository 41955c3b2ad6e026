import { join } from 'node:path'
import { optionalPackages } from '@convene/extensions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, newPlace, type TestFolders } from '../e2e/launch.ts'
import { asks } from './asks.ts'

let place: TestFolders
beforeAll(() => {
  place = newPlace()
})
afterAll(() => place.remove())

const all = optionalPackages.map(({ name }) => name)
const hide = join(import.meta.dirname, 'fixtures/hide-packages.mjs')

/** Runs the sources as if these packages were not installed. */
const without = (hidden: readonly string[], ...words: readonly string[]): Promise<Ended> =>
  place.launch(words, {
    node: ['--import', hide],
    environment: { CONVENE_SOURCES: '1', HIDDEN_PACKAGES: hidden.join() },
  }).ended

describe('without any optional package', () => {
  test.each([['--version'], ['--help']])('convene %s works', async (word) => {
    expect(await without(all, word)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('onvene') })
  })

  test('a rehearsal run completes', async () => {
    const { code, stdout } = await without(all, 'run', 'What does the queue keep?', '--mode', 'panel', '--yes')
    expect(code).toBe(0)
    expect(stdout).not.toBe('')
  })
})

test.each(all)('%s: what it adds is refused in one sentence that names the package', async (name) => {
  const ended = await without([name], ...(asks[name] ?? []))
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(new RegExp(`^convene: [^.]*${name}, which is not installed[^.]*\\.\\n$`, 'u'))
})

test.each(all)('%s: with the package, the same command is not refused', async (name) => {
  const others = all.filter((other) => other !== name)
  expect(await without(others, ...(asks[name] ?? []))).toMatchObject({
    stderr: expect.not.stringContaining('optional package'),
  })
})
