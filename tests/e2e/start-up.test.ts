import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPlace, type Place, settingsFor } from './launch.ts'

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

const heavy = /node_modules\/(@ai-sdk|ai|@opentelemetry|yaml|@aws|@smithy|undici)\//u

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
  const modules = await modulesOf(0, ...words)
  expect(modules.filter((url) => heavy.test(url) || tools.test(url))).toEqual([])
  expect(modules.some((url) => url.includes('packages/domain'))).toBe(true)
})

describe('a run of one agent with a model', () => {
  let server: ModelServer
  let modules: readonly string[]

  beforeAll(async () => {
    server = await startModelServer()
    server.script([on({ heading: 'Respond' }, { text: 'Yes.' })])
    place.settings(settingsFor(server))
    modules = await modulesOf(0, 'run', 'Is it small?', '--json')
  })

  afterAll(() => server.close())

  // Each module of ours is a file that is found, read and linked before the first call goes out: about half a millisecond.
  test('loads at most 490 modules of ours, and one provider', () => {
    const own = modules.filter((url) => /\/(packages|apps)\//u.test(url) && !url.includes('node_modules'))
    expect(own.length).toBeGreaterThan(200)
    expect(own.length).toBeLessThanOrEqual(490)
    const providers = modules.flatMap((url) => /node_modules\/@ai-sdk\/([\w-]+)\/dist/u.exec(url)?.[1] ?? [])
    expect(new Set(providers)).toEqual(new Set(['openai-compatible', 'provider', 'provider-utils']))
  })

  test.each([
    ['what tools do, before one is called', /adapters\/src\/(tools\/(diff|host\/tool-host|path|text)|shell|web)\//u],
    ['MCP, where no server is configured', /adapters\/src\/(tools\/mcp|mcp\/(?!clean-text))/u],
    ['git and worktrees', /adapters\/src\/(git|worktrees)\//u],
    ['files of teams and Squad', /adapters\/src\/(library|squad\/(?!squad-folder)|teams\/(?!gather-team))/u],
    ['formats of other tools for agents', /adapters\/src\/agents\/adopt-(claude|github|opencode)/u],
    ['the rehearsal', /adapters\/src\/(files\/(?!no-workspace|same-place)|rehearsal\/(?!rehearsal-model))/u],
    ['exports, attachments and decisions that were made', /program\/src\/(attachments\/attachments|decisions|export)/u],
    ['prompts and teams to look at', /program\/src\/(agents|library)\//u],
    ['the live view', /cli\/src\/(approvals|live-view|trust|terminal\/(markdown|table|width))/u],
  ])('does not load %s', (_what, unneeded) => {
    expect(modules.filter((url) => unneeded.test(url))).toEqual([])
  })
})
