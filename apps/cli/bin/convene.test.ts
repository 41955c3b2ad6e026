import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'convene-launcher-'))
const launcher = join(folder, 'bin/convene.mjs')
const bundledName = Object.keys(createRequire(import.meta.url)('../../../package.json').optionalDependencies).find(
  (name) => existsSync(join(repository, 'node_modules', name)),
)

/** Replaces the program: prints its input and exits as instructed. */
const program = `
export async function main(argv: readonly string[]): Promise<number> {
  process.stdout.write(JSON.stringify({ argv, major: parseInt(process.versions.node) }) + '\\n')
  if (argv[0] === 'exit') return Number(argv[1])
  if (argv[0] === 'die') process.kill(process.pid, 'SIGKILL')
  const stay = setInterval(() => {}, 1_000)
  const ended = new Promise<number>((resolve) => process.once(argv[1] ?? '', () => resolve(77)))
  process.stdout.write('ready\\n')
  const code = await ended
  clearInterval(stay)
  return code
}
`

beforeAll(() => {
  mkdirSync(join(folder, 'src'))
  copyLauncher(folder)
  writeFileSync(join(folder, 'src/main.ts'), program)
  writeFileSync(join(folder, 'pretend.mjs'), pretendToBeOld)
  bundle()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function copyLauncher(to: string) {
  for (const name of ['convene.mjs', 'bundle-loader.cjs', 'bundle-state.mjs'])
    cpSync(join(import.meta.dirname, name), join(to, 'bin', name))
}

const pretendToBeOld = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
const pretending = ['--import', pathToFileURL(join(folder, 'pretend.mjs')).href]
const installedOld = process.env.PATH?.split(delimiter)
  .map((path) => join(path, 'node'))
  .find((node) => existsSync(node) && majorOf(node) >= 16 && majorOf(node) < 24)

describe('on a recent enough Node', () => {
  test('runs the program in the same process and keeps its exit code', () => {
    const { stdout, status } = run(process.execPath, [], 'exit', '3', '--json')
    expect(JSON.parse(stdout).argv).toEqual(['exit', '3', '--json'])
    expect(status).toBe(3)
  })
})

/** The launcher in a checkout, with sources and a bundle that each print their own name. */
describe('what it runs', () => {
  const checkout = join(folder, 'checkout')
  const [cli, source] = [join(checkout, 'apps/cli'), join(checkout, 'apps/cli/src/main.ts')]
  const saying = (text: string) => `export const main = async () => void process.stdout.write('${text}')\n`
  const started = (environment = {}) =>
    spawnSync(process.execPath, [join(cli, 'bin/convene.mjs')], {
      encoding: 'utf8',
      env: { ...quiet(), CONVENE_SOURCES: '', ...environment },
    }).stdout

  beforeEach(() => {
    rmSync(checkout, { recursive: true, force: true })
    for (const name of ['src', 'dist']) mkdirSync(join(cli, name), { recursive: true })
    copyLauncher(cli)
    writeFileSync(source, saying('sources'))
    writeFileSync(join(cli, 'dist/main.cjs'), saying('bundle').replace('export const', 'exports.'))
    const { mtimeMs, size } = statSync(source)
    writeFileSync(join(cli, 'dist/sources.json'), JSON.stringify([['apps/cli/src/main.ts', mtimeMs, size]]))
  })

  test('the bundle, as long as no source has changed', () => {
    expect(started()).toBe('bundle')
  })

  test('the sources, as soon as one of them is edited', () => {
    writeFileSync(source, saying('edited'))
    expect(started()).toBe('edited')
  })

  test('the sources, if a bundled source was deleted', () => {
    writeFileSync(join(cli, 'dist/sources.json'), JSON.stringify([['apps/cli/src/gone.ts', 1, 1]]))
    expect(started()).toBe('sources')
  })

  test('the sources, if nothing was bundled', () => {
    rmSync(join(cli, 'dist'), { recursive: true })
    expect(started()).toBe('sources')
  })

  test('the sources, if the environment asks for them', () => {
    expect(started({ CONVENE_SOURCES: '1' })).toBe('sources')
  })

  test('the bundle, if it was installed without sources', () => {
    rmSync(join(cli, 'src'), { recursive: true })
    rmSync(join(cli, 'dist/sources.json'))
    expect(started()).toBe('bundle')
  })
})

describe.each([
  { what: 'a fake Node 20', node: process.execPath, flags: pretending },
  { what: 'the older Node that is installed', node: installedOld, flags: [] },
])('on $what', ({ node = '', flags }) => {
  test.skipIf(!node)('switches to the bundled Node and keeps arguments and exit code', () => {
    const { stdout, status } = run(node, flags, 'exit', '4', 'two words')
    expect(JSON.parse(stdout)).toEqual({ argv: ['exit', '4', 'two words'], major: 26 })
    expect(status).toBe(4)
  })

  test.skipIf(!node).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'forwards %s and waits for the clean end',
    async (signal) => {
      const child = start(node, flags, 'wait', signal)
      await saysReady(child)
      child.kill(signal)
      expect(await ended(child)).toEqual({ code: 77, signal: null })
    },
  )

  test.skipIf(!node)('exits with the same signal as the program', async () => {
    expect(await ended(start(node, flags, 'die'))).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test.skipIf(!node)('says what to do if there is no bundled Node', () => {
    rmSync(join(folder, 'node_modules'), { recursive: true })
    const { stderr, status } = run(node, flags, 'exit', '0')
    bundle()
    expect(stderr).toMatch(/^Convene needs Node 24 or newer\. This is Node \d+\.[^\n]*\nInstall a newer Node/)
    expect(status).toBe(2)
  })
})

function bundle() {
  mkdirSync(join(folder, 'node_modules'))
  const name = bundledName ?? ''
  symlinkSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
}

function majorOf(node: string): number {
  return Number.parseInt(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.slice(1), 10)
}

function run(node: string, flags: readonly string[], ...argv: readonly string[]) {
  return spawnSync(node, [...flags, launcher, ...argv], { encoding: 'utf8', env: quiet() })
}

function start(node: string, flags: readonly string[], ...argv: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(node, [...flags, launcher, ...argv], { env: quiet() })
}

function quiet(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: join(folder, 'cache') }
}

async function saysReady(child: ChildProcessWithoutNullStreams): Promise<void> {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    if (text.includes('ready')) return
  }
}

function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
}
