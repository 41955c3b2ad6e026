import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type ModelServer, on, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { packNpm } from '../../scripts/package/npm.mjs'
import { root, stageCommands } from '../../scripts/package/stage.mjs'
import { serveInstalled } from '../desktop/loopback-registry.ts'
import { settingsFor } from '../e2e/launch.ts'

const folder = temporaryFolder()
const project = folder.file('project')

/** This Node, and those that `npm run test:nodes` has downloaded. */
const nodes = [process.execPath, ...(process.env.CONVENE_NODES?.split(delimiter) ?? [])]

/** Dependencies that the example project itself needs. */
const own = ['typescript', '@types/node', 'undici-types', 'hono', '@hono/node-server', '@ai-sdk/openai']

/** A separate project with the package as npm installs it from its tarball, and nothing of this repository. */
beforeAll(async () => {
  const manifest = await stageCommands(folder.file('convene'))
  const tarball = await packNpm(folder.file('npm'), Promise.resolve({ folder: folder.file('convene'), manifest }))
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "somebody", "type": "module", "private": true }')
  await install(tarball)
  for (const name of own) {
    const path = join(project, 'node_modules', name)
    mkdirSync(join(path, '..'), { recursive: true })
    if (!existsSync(path)) symlinkSync(join(root, 'node_modules', name), path)
  }
  cpSync(join(root, 'examples'), project, { recursive: true })
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
  }
  // The AI SDK's own types do not compile in strict mode.
  const loose = { ...compilerOptions, skipLibCheck: true }
  const configuration = { compilerOptions, include: ['*.ts'], exclude: ['ai-sdk.ts'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(configuration))
  writeFileSync(join(project, 'loose.json'), JSON.stringify({ compilerOptions: loose, files: ['ai-sdk.ts'] }))
})
afterAll(() => folder[Symbol.dispose]())

/** Without optional dependencies: the Node that the command line bundles is large, and the library does not need it. */
async function install(tarball: string): Promise<void> {
  await using registry = await serveInstalled(join(root, 'node_modules'))
  const words = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', tarball]
  const settings = { npm_config_registry: registry.url, npm_config_cache: folder.file('npm-cache') }
  const child = spawn('npm', words, { cwd: project, env: { ...process.env, ...settings } })
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(child.exitCode, said).toBe(0)
}

let server: ModelServer
const started: ChildProcess[] = []
beforeEach(async () => {
  server = await startModelServer()
  mkdirSync(folder.file('home'), { recursive: true })
  writeFileSync(folder.file('home/config.json'), JSON.stringify(settingsFor(server)))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await server.close()
})

function start(node: string, words: readonly string[]) {
  const child = spawn(node, words, {
    cwd: project,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder.path,
      CONVENE_HOME: folder.file('home'),
      NODE_NO_WARNINGS: '1',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${server.url}/v1`,
      PORT: '0',
    },
  })
  started.push(child)
  return child
}

async function run(node: string, words: readonly string[], input = '') {
  const child = start(node, words)
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: child.exitCode, stdout, stderr }
}

test('the testing entry point needs no test runner', () => {
  const dist = join(project, 'node_modules/@convene/cli/dist')
  expect(readFileSync(join(dist, 'testing/index.mjs'), 'utf8')).not.toMatch(/vitest|fast-check/u)
  const types = readdirSync(join(dist, 'testing')).filter((name) => name.endsWith('.d.ts'))
  expect(types.map((name) => readFileSync(join(dist, 'testing', name), 'utf8')).join('\n')).not.toContain('@convene/')
})

describe.each(
  nodes.map((node) => [node === process.execPath ? 'this Node' : `Node ${basename(join(node, '../../../..'))}`, node]),
)('on %s', (_name, node) => {
  test("every example compiles against the package's types in strict mode", async () => {
    expect(readdirSync(project).filter((name) => name.endsWith('.ts'))).toHaveLength(8)
    const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
    for (const configuration of ['tsconfig.json', 'loose.json']) {
      const { stdout, status } = await run(node, [compiler, '-p', configuration])
      expect([status, stdout]).toEqual([0, ''])
    }
  })

  test('an agent, a tool and a model in code run', async () => {
    const { status, stdout, stderr } = await run(node, ['own-tool.ts'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/I was asked: [\s\S]*How many lamps are left\?/u)
  })

  test('a panel decides', async () => {
    server.script(() => ({ text: 'It is one service fewer.\n\nVOTE: B\nCONFIDENCE: 80' }))
    const { status, stdout, stderr } = await run(node, ['panel.ts'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/has spoken/u)
    expect(stdout).toMatch(/^completed: /mu)
  })

  test('an error that nobody caught has its name and one line of code, not the whole library', async () => {
    const program = "import { convene } from '@convene/cli/sdk'\nconvene({ colour: 'red' })\n"
    writeFileSync(join(project, 'uncaught.mjs'), program)
    const { status, stderr } = await run(node, ['uncaught.mjs'])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^ConveneError: Unknown option "colour" in convene\.\n/mu)
    expect(stderr).toMatch(/uncaught\.mjs:2:1\b/u)
    expect(stderr.length).toBeLessThan(2_000)
  })

  test('models of the AI SDK answer, each by its own name', async () => {
    server.script(({ model }) => ({ text: `I am ${model}.` }))
    const { status, stdout, stderr } = await run(node, ['ai-sdk.ts'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('## Writer\n\nI am gpt-5.1-mini.\n\n## Editor\n\nI am gpt-5.1.')
  })

  test('the review bot prints what agents report, and fails on serious findings', async () => {
    const finding = { path: 'a.ts', line: 3, serious: true, problem: 'The total is never rounded.' }
    server.script([
      on({ agent: 'Security' }, { text: 'Nothing.' }),
      on({}, { calls: [{ name: 'report_as_correctness', input: finding }] }, { text: 'One problem.' }),
    ])
    const { status, stdout, stderr } = await run(node, ['review-bot.ts'], '+ total / 3')
    expect(stderr).toBe('')
    expect([status, stdout]).toEqual([1, 'a.ts:3: serious: The total is never rounded. (Correctness)\n'])
    expect(JSON.stringify(server.requests[0]?.body)).toContain('+ total / 3')
  })

  test('a receipt that was tampered with is refused by the program that checks one', async () => {
    writeFileSync(join(project, 'receipt.jsonl'), '{"receipt":1,"events":0}\n{}\n')
    const { status, stdout, stderr } = await run(node, ['verify-receipt.ts', 'receipt.jsonl'])
    expect([status, stdout, stderr]).toEqual([1, 'Not valid: the head of the chain is wrong\n', ''])
  })

  test('the tests of a program that uses a team pass', async () => {
    const { status, stdout } = await run(node, ['--test', '--test-reporter', 'tap', 'testing.ts'])
    expect([status, stdout]).toEqual([0, expect.stringContaining('# pass 3')])
  })

  test('a web server streams a run and reads its answer again', async () => {
    server.script(() => ({ text: 'Use a queue.' }))
    const child = start(node, ['hono-server.ts'])
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const address = line.slice(line.indexOf('http'))
    const ask = (body: unknown) => fetch(`${address}/ask`, { method: 'POST', body: JSON.stringify(body) })
    expect((await ask({ question: '' })).status).toBe(400)
    const streamed = await (await ask({ question: 'A queue or a table?' })).text()
    const result = JSON.parse(/event: result\ndata: (.*)/u.exec(streamed)?.[1] ?? '')
    expect(result).toMatchObject({ state: 'completed', answer: expect.stringContaining('Use a queue.') })
    const again = await (await fetch(`${address}/answers/${result.session}`)).json()
    expect(again).toEqual(result)
    expect((await fetch(`${address}/answers/ZZZZZZZZ`)).status).toBe(404)
    child.kill('SIGTERM')
    expect((await once(child, 'close'))[0]).toBe(0)
  })

  test('a user is asked again after a restart, and the run continues', async () => {
    server.script([
      on(
        {},
        { calls: [{ name: 'write', input: { path: 'CHANGELOG.md', content: 'Tidy.\n' } }] },
        { text: 'It is tidy.' },
      ),
    ])
    const first = start(node, ['person-in-the-loop.ts'])
    const session = await seen(first, /person-in-the-loop\.ts (\S+)[\s\S]*Allow it\?/u)
    first.kill('SIGKILL')
    await once(first, 'close')
    const { status, stdout, stderr } = await run(node, ['person-in-the-loop.ts', session], 'y\n')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/Allow it\?[\s\S]*It is tidy\./u)
    expect(readFileSync(join(project, 'CHANGELOG.md'), 'utf8')).toBe('Tidy.\n')
  })
})

/** The first capture group of a pattern, once the program has printed a match. */
async function seen(child: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
  let written = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    written += chunk
    const found = pattern.exec(written)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`The program ended without ${pattern}: ${written}`)
}
