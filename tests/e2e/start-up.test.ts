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
async function modulesOf(...words: readonly string[]): Promise<readonly string[]> {
  const file = join(place.workspace, 'modules.txt')
  rmSync(file, { force: true })
  const node = ['--import', join(place.workspace, 'note-modules.mjs')]
  const { code } = await place.launch(words, { node }).ended
  expect(code).toBe(0)
  return readFileSync(file, 'utf8').split('\n')
}

const heavy = /node_modules\/(@ai-sdk|ai|@opentelemetry|yaml|@aws|@smithy|undici)\//u

test.each([[['--version']], [['--help']], [['help', 'run']]])(
  '%j loads nothing but the table of commands',
  async (words) => {
    const modules = await modulesOf(...words)
    expect(modules.filter((url) => /node_modules|packages\//u.test(url))).toEqual([])
    expect(modules.length).toBeGreaterThan(5)
  },
)

/** Tools, and what stands behind them. */
const tools = /packages\/adapters\/src\/(tools|shell|web|analysis|mcp|worktrees)\//u

test.each([
  [['sessions']],
  [['approvals']],
  [['modes']],
  [['trust']],
  [['agents', 'show', 'coder']],
  [['run', 'What is here?', '--json']],
])('%j loads no tool, no provider, no tracing and no YAML', async (words) => {
  const modules = await modulesOf(...words)
  expect(modules.filter((url) => heavy.test(url) || tools.test(url))).toEqual([])
  expect(modules.some((url) => url.includes('packages/domain'))).toBe(true)
})
