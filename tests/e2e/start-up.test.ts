import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPlace, type Place } from './launch.ts'

let place: Place

beforeAll(() => {
  place = newPlace()
  writeFileSync(
    join(place.workspace, 'note-modules.mjs'),
    `import { appendFileSync } from 'node:fs'
     import { registerHooks } from 'node:module'
     registerHooks({ load(url, context, next) { appendFileSync('modules.txt', url + '\\n'); return next(url, context) } })`,
  )
})

afterAll(() => place.remove())

/** What a command line has loaded besides the platform. */
async function modulesOf(exitCode: number, ...words: readonly string[]): Promise<readonly string[]> {
  const file = join(place.workspace, 'modules.txt')
  rmSync(file, { force: true })
  const node = ['--import', join(place.workspace, 'note-modules.mjs')]
  const { code } = await place.launch(words, { node }).ended
  expect(code).toBe(exitCode)
  return readFileSync(file, 'utf8').split('\n')
}

test.each([[['--version']], [['--help']], [['help', 'run']]])(
  '%j loads nothing but the table of commands',
  async (words) => {
    const modules = await modulesOf(0, ...words)
    expect(modules.filter((url) => /node_modules|packages\//u.test(url))).toEqual([])
    expect(modules.length).toBeGreaterThan(5)
  },
)

test('a command that there is not is refused without the program being loaded', async () => {
  const modules = await modulesOf(2, 'lits')
  expect(modules.filter((url) => /node_modules|packages\//u.test(url)).map((url) => url.split('packages/')[1])).toEqual(
    ['domain/src/text/index.ts', 'domain/src/text/clean.ts'],
  )
})
