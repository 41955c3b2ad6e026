import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { problemText } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { specOf } from '../host/spec-of.ts'
import type { ToolContext } from '../tool.ts'
import { type CustomToolsOptions, customTools } from './custom-tools.ts'

const schema = "input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }"
const tool = (name: string, run: string, before = '') =>
  `${before}\nexport default { name: '${name}', description: 'A tool.', ${schema}, readOnly: true, permission: 'shout', async run(input, context) { ${run} } }`

type Files = { readonly [path: string]: string }
type Options = Partial<CustomToolsOptions> & { readonly prepare?: (folder: string) => void }

async function load(files: Files, { prepare, ...options }: Options = {}) {
  const folder = folderOf(files)
  prepare?.(folder)
  const loaded = await customTools({
    home: join(folder, 'home'),
    workspace: join(folder, 'work'),
    trusted: true,
    taken: ['read', 'bash'],
    environment: process.env,
    log: () => {},
    ...options,
  })
  onTestFinished(loaded.close)
  mkdirSync(join(folder, 'work'), { recursive: true })
  const run = (name: string, signal = new AbortController().signal) =>
    loaded.tools.find((one) => one.name === name)?.run({ text: 'hi' }, contextIn(join(folder, 'work')), signal)
  const said = loaded.problems.map((problem) => problemText(problem).slice(folder.length + 1))
  return { ...loaded, folder, run, said }
}

const contextIn = (workspace: string) => ({ workspace }) as ToolContext

/** The number of processes that have loaded a file from this folder. */
function processesOf(folder: string): number {
  const lines = readdirSync('/proc').map((pid) => {
    try {
      return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
    } catch {
      return ''
    }
  })
  return lines.filter((line) => line.includes(folder)).length
}

describe('a custom tool', () => {
  test('works like a built-in one: name, schema, permission and result', async () => {
    const { tools, run, folder, said } = await load({
      'home/tools/shout.mjs': tool('shout', "return input.text.toUpperCase() + ' ' + context.workspace"),
      'work/.convene/tools/data.mjs': tool('data', 'return { cwd: process.cwd() === context.workspace }'),
    })
    expect(said).toEqual([])
    expect(tools.map((one) => specOf(one))).toMatchObject([
      { name: 'shout', permission: 'shout', readOnly: true, input: { type: 'object', required: ['text'] } },
      { name: 'data' },
    ])
    expect(await tools[0]?.inspect({}, contextIn('/'))).toMatchObject([{ permission: 'shout', target: 'shout' }])
    expect(await run('shout')).toEqual({ ok: true, output: `HI ${join(folder, 'work')}` })
    expect(await run('data')).toEqual({ ok: true, output: '{\n  "cwd": true\n}' })
  })

  test('may print, throw and be called again', async () => {
    const { run } = await load({
      'home/tools/a.mjs': tool(
        'a',
        "console.log('{\"ok\":false}'); if (n++ === 0) throw new Error('not yet'); return n",
        'let n = 0',
      ),
    })
    expect(await run('a')).toEqual({ ok: false, output: 'not yet' })
    expect(await run('a')).toEqual({ ok: true, output: '2' })
  })

  test.each([
    ['ends its process', 'process.exit(4)', 'exit code 4'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
    ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill({}))', 'SIGABRT'],
    ['produces endless output', "return 'x'.repeat(3_000_000)", 'too long'],
  ])('that %s fails, and is available again for the next call', async (_what, run, said) => {
    const flaky = `if (!existsSync('done')) { writeFileSync('done', ''); ${run} } return 'fine'`
    const loaded = await load(
      { 'home/tools/a.mjs': tool('a', flaky, "import { existsSync, writeFileSync } from 'node:fs'") },
      { limits: { memoryMb: 32, maxReplyBytes: 1_000_000 } },
    )
    expect(await loaded.run('a')).toEqual({ ok: false, output: expect.stringContaining(said) })
    expect(await loaded.run('a')).toEqual({ ok: true, output: 'fine' })
  })

  test('is ended along with everything it started when its call is cancelled', async () => {
    const before = "import { spawn } from 'node:child_process'\nimport { writeFileSync } from 'node:fs'"
    const { run, folder } = await load({
      'home/tools/a.mjs': tool(
        'a',
        "spawn('/bin/sh', ['-c', 'trap \"\" TERM; while :; do sleep 1; done', import.meta.filename], { detached: true, stdio: 'ignore' }); writeFileSync('started', ''); await new Promise(() => {})",
        before,
      ),
    })
    const abort = new AbortController()
    const call = run('a', abort.signal)
    await expect.poll(() => readdirSync(join(folder, 'work'))).toContain('started')
    abort.abort()
    expect(await call).toEqual({ ok: false, output: 'The call was cancelled.' })
    expect(processesOf(folder)).toBe(0)
  })

  test('is notified when its call is cancelled', async () => {
    const run =
      "writeFileSync('started', ''); await new Promise((done) => context.signal.addEventListener('abort', done)); writeFileSync('cleaned', '')"
    const loaded = await load({ 'home/tools/a.mjs': tool('a', run, "import { writeFileSync } from 'node:fs'") })
    const abort = new AbortController()
    const call = loaded.run('a', abort.signal)
    await expect.poll(() => readdirSync(join(loaded.folder, 'work'))).toContain('started')
    abort.abort()
    await call
    expect(readdirSync(join(loaded.folder, 'work'))).toContain('cleaned')
  })

  test('sees no keys', async () => {
    const environment = { PATH: process.env.PATH, OPENAI_API_KEY: 'sk-secret' }
    const { run } = await load({ 'home/tools/a.mjs': tool('a', 'return process.env') }, { environment })
    expect((await run('a'))?.output).not.toContain('sk-secret')
  })

  test('leaves no process behind', async () => {
    const loaded = await load({ 'home/tools/a.mjs': tool('a', 'return 1'), 'home/tools/b.mjs': tool('b', 'return 2') })
    await Promise.all([loaded.run('a'), loaded.run('a'), loaded.run('b')])
    await loaded.close()
    expect(processesOf(loaded.folder)).toBe(0)
  })
})

describe('an invalid tool file is a warning', () => {
  test.each([
    ['does not parse', 'export default {', /not used: .+\.$/],
    ['throws', "throw new Error('no luck')", /not used: no luck\.$/],
    ['exports nothing', 'export const x = 1', /its default export is not a tool/],
    ['has no function', tool('a', '').replace('async run', 'async walk'), /run: must be a function/],
    ['has a bad name', tool('../a', ''), /name: must be a letter/],
    ['poses as an MCP tool', tool('mcp_files_read', ''), /must not begin with "mcp_"/],
    ['uses a name that is taken', tool('bash', ''), /a tool named "bash" already exists/],
    ['ends at once', 'process.exit(0)', /it ended with exit code 0/],
  ])('when it %s, and the other tools are used', async (_what, content, said) => {
    const loaded = await load({ 'home/tools/a.mjs': content, 'home/tools/b.mjs': tool('b', 'return 1') })
    expect(loaded.said).toEqual([expect.stringMatching(said)])
    expect(loaded.said[0]).toMatch(/^home\/tools\/a\.mjs: /)
    expect(loaded.tools.map(({ name }) => name)).toEqual(['b'])
  })

  test.each([
    ['hangs', 'await new Promise(() => setInterval(() => {}, 1000))'],
    ['runs forever', 'for (;;);'],
  ])('when it %s at load, after the time limit', async (_what, content) => {
    const { said, folder } = await load({ 'home/tools/a.mjs': content }, { limits: { loadMs: 500 } })
    expect(said).toEqual(['home/tools/a.mjs: not used: it did not load within 0.5 s.'])
    expect(processesOf(folder)).toBe(0)
  })

  test('when its workspace is not trusted: it is not even loaded', async () => {
    const canary = "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('./canary', import.meta.url), '')"
    const loaded = await load({ 'work/.convene/tools/a.mjs': `${canary}\n${tool('a', '')}` }, { trusted: false })
    expect(loaded.tools).toEqual([])
    expect(loaded.said).toEqual([expect.stringContaining('this workspace is not trusted')])
    expect(readdirSync(join(loaded.folder, 'work/.convene/tools'))).toEqual(['a.mjs'])
  })

  test('when it is a link out of the workspace', async () => {
    const folder = folderOf({ 'elsewhere/a.mjs': tool('a', ''), 'work/.convene/tools/.keep': '' })
    symlinkSync(join(folder, 'elsewhere/a.mjs'), join(folder, 'work/.convene/tools/a.mjs'))
    const places = { home: join(folder, 'home'), workspace: join(folder, 'work'), trusted: true }
    const loaded = await customTools({ ...places, taken: [], environment: {}, log: () => {} })
    expect(loaded.problems).toMatchObject([{ code: 'outside' }])
  })
})

describe('a workspace tool', () => {
  const rules = "export const rule = 'from outside'"

  const twice = {
    'work/node_modules/twice/package.json': '{ "name": "twice", "type": "module", "exports": "./index.js" }',
    'work/node_modules/twice/index.js': "export { twice } from './inner.js'",
    'work/node_modules/twice/inner.js': 'export const twice = (n) => 2 * n',
  }
  const git =
    (...commands: readonly string[]) =>
    (folder: string) => {
      for (const command of commands) execFileSync('git', command.split(' '), { cwd: folder, stdio: 'ignore' })
    }

  test('can import neighbouring files, Node modules, and installed packages with their imports', async () => {
    const before = [
      "import { rule } from './parts/rule.mjs'",
      "import { basename } from 'node:path'",
      "import { twice } from 'twice'",
      "const { one } = (await import('node:module')).createRequire(import.meta.url)('./parts/one.cjs')",
    ].join('\n')
    const files = {
      'work/.convene/tools/a.mjs': tool('a', 'return [rule, basename("x/y"), twice(one)].join()', before),
      'work/.convene/tools/parts/rule.mjs': "export const rule = 'from inside'",
      'work/.convene/tools/parts/one.cjs': 'exports.one = 1',
      ...twice,
    }
    const { run, said } = await load(files, { prepare: git('init -q work') })
    expect(said).toEqual([])
    expect(await run('a')).toEqual({ ok: true, output: 'from inside,y,2' })
  })

  test.each([
    ['that are committed', git('init -q work', '-C work add -f node_modules')],
    ['of which one file is committed', git('init -q work', '-C work add -f node_modules/twice/inner.js')],
    ['that the repository around the workspace commits', git('init -q .', 'add -f work/node_modules')],
    ['of unknown origin, without git', () => {}],
    [
      'reached through a committed link to a folder of that name',
      (folder: string) => {
        mkdirSync(join(folder, 'work/vendor'))
        renameSync(join(folder, 'work/node_modules'), join(folder, 'work/vendor/node_modules'))
        symlinkSync('vendor/node_modules', join(folder, 'work/node_modules'))
        git('init -q work', '-C work add -f vendor')(folder)
      },
    ],
  ])(
    'cannot import packages %s: a later commit would run code that nobody was asked about',
    async (_which, prepare) => {
      const source = tool('a', 'return twice(2)', "import { twice } from 'twice'")
      const { tools, said } = await load({ 'work/.convene/tools/a.mjs': source, ...twice }, { prepare })
      expect(tools).toEqual([])
      expect(said[0]).toContain('it imports "twice", which is a package that comes with this folder')
    },
  )

  test.each([
    ['imports', "import { rule } from '../../scripts/rules.js'"],
    ['re-exports', "export {\n  rule\n} from '../../scripts/rules.js'"],
    ['imports for side effects', "import '../../scripts/rules.js'"],
    ['imports lazily', "const rules = () => import('../../scripts/rules.js')"],
    ['requires', "const rules = () => require('../../scripts/rules.js')"],
    ['has a part that imports', "import './part.mjs'"],
  ])('that %s a file from outside its folder is not run, and the warning says what to do', async (_how, before) => {
    const canary = "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('./canary', import.meta.url), '')"
    const loaded = await load({
      'work/.convene/tools/a.mjs': `${canary}\n${tool('a', '', before)}`,
      'work/.convene/tools/part.mjs': "import '../../scripts/rules.js'",
      'work/scripts/rules.js': rules,
    })
    expect(readdirSync(join(loaded.folder, 'work/.convene/tools'))).not.toContain('canary')
    expect(loaded.tools).toEqual([])
    expect(loaded.said[0]).toMatch(/a\.mjs: not used: .+ imports "\.\.\/\.\.\/scripts\/rules\.js".+Move it into/u)
  })

  test.each([
    ['a computed path', "await import(['..', '..', 'scripts/rules.js'].join('/'))"],
    ['an escaped path', "await import('\\x2e./../scripts/rules.js')"],
    ['a URL', "await import(new URL('../../scripts/rules.js', import.meta.url).href)"],
    [
      'a require',
      "(await import('node:module')).createRequire(import.meta.url)(['..', '..', 'scripts', 'rules.js'].join('/'))",
    ],
    [
      'a folder named like an installed package',
      "await import(['..', '..', 'scripts/node_modules/evil.js'].join('/'))",
    ],
    ['an alias in the package around it', "await import('#rules')"],
  ])('is stopped if it imports from outside by %s', async (_how, before) => {
    const { tools, said } = await load({
      'work/package.json': '{ "type": "module", "imports": { "#rules": "./scripts/rules.js" } }',
      'work/.convene/tools/a.mjs': tool('a', '', before),
      'work/scripts/rules.js': rules,
      'work/scripts/node_modules/evil.js': rules,
    })
    expect(tools).toEqual([])
    expect(said[0]).toContain('which is outside .convene/tools')
  })

  test('may not be a link to elsewhere in the workspace', async () => {
    const folder = folderOf({ 'work/scripts/a.mjs': tool('a', ''), 'work/.convene/tools/.keep': '' })
    symlinkSync(join(folder, 'work/scripts/a.mjs'), join(folder, 'work/.convene/tools/a.mjs'))
    const places = { home: join(folder, 'home'), workspace: join(folder, 'work'), trusted: true }
    const loaded = await customTools({ ...places, taken: [], environment: {}, log: () => {} })
    expect(loaded.problems).toMatchObject([{ code: 'outside' }])
  })
})

test('a user tool can import anything', async () => {
  const { run } = await load({
    'home/tools/a.mjs': tool('a', 'return rule', "import { rule } from '../elsewhere/rule.mjs'"),
    'home/elsewhere/rule.mjs': "export const rule = 'mine'",
  })
  expect(await run('a')).toEqual({ ok: true, output: 'mine' })
})
