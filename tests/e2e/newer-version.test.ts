import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, type TestFolders } from './launch.ts'

let place: TestFolders

beforeEach(() => {
  place = newPlace()
})

afterEach(() => place.remove())

/** `convene doctor` with a git that knows two newer commits, and notes what it was asked. */
async function doctor(...words: readonly string[]) {
  const [bin, log] = [join(place.home, 'bin'), join(place.home, 'asked')]
  mkdirSync(bin, { recursive: true })
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\necho "$@" >> '${log}'\ncase "$1" in --version) echo git version 2.50.0;; rev-parse) echo origin/main;; rev-list) echo 2;; esac\n`,
  )
  chmodSync(join(bin, 'git'), 0o755)
  const environment = { PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { stdout } = await place.launch(['doctor', ...words], { environment }).ended
  return { stdout, asked: existsSync(log) ? readFileSync(log, 'utf8') : '' }
}

test('the doctor asks for a newer version if the settings say so, or for once', async () => {
  const before = await doctor()
  expect([before.stdout, before.asked]).toEqual([
    expect.not.stringContaining('newer'),
    expect.not.stringContaining('fetch'),
  ])
  expect((await doctor('--updates')).stdout).toContain('2 newer commits on origin/main.')
  place.settings({ model: 'rehearsal/offline', updates: true })
  const set = await doctor()
  expect([set.stdout, set.asked]).toEqual([
    expect.stringContaining('2 newer commits on origin/main.'),
    expect.stringContaining('fetch'),
  ])
})
