import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'convene-loader-'))
const cache = join(folder, 'cache')
const loader = pathToFileURL(join(import.meta.dirname, 'bundle-loader.cjs')).href

beforeEach(() => {
  rmSync(cache, { recursive: true, force: true })
  bundle('dist')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An entry point that prints its chunk's text, from a function that is compiled only when called. */
function bundle(name: string, said = 'hello') {
  const dist = join(folder, name)
  mkdirSync(dist, { recursive: true })
  writeFileSync(
    join(dist, 'main.cjs'),
    `const { say } = require('./chunk-12345678.cjs')\nexports.main = () => say('${said} 🏛️')\n`,
  )
  writeFileSync(
    join(dist, 'chunk-12345678.cjs'),
    `exports.say = async (text) => {
  const { basename } = await __import('node:path')
  process.stdout.write(text + ' from ' + basename(__filename) + ' in ' + basename(__dirname))
}\n`,
  )
}

/** Runs a bundle in a new process, which stores its compiled code at the end. */
function run(name = 'dist', command = 'run', node: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const script = `import loader from ${JSON.stringify(loader)}
const { load, save } = loader.bundleLoader(${JSON.stringify(join(folder, name))}, ${JSON.stringify(cache)}, '${command}')
await load('main.cjs').main()
save()`
  const env = { ...process.env, ...environment }
  const words = [...node, '--input-type=module', '--eval', script]
  const ended = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  expect(ended.stderr).toBe('')
  expect(ended.signal).toBeNull()
  return ended.stdout
}

const stored = (command = 'run') => readdirSync(cache).map((name) => join(cache, name, command))[0] ?? ''
const changed = () => statSync(stored(), { bigint: true }).mtimeNs

test('a file of the bundle is imported once, and only what is outside comes from Node', () => {
  writeFileSync(
    join(folder, 'dist/main.cjs'),
    `exports.main = async () => {
  const [one, other] = await Promise.all([__import('./chunk-12345678.cjs'), __import('./chunk-12345678.cjs')])
  const missing = await __import('./chunk-missing1.cjs').catch(({ code }) => code)
  await one.say([one === other, missing].join())
}\n`,
  )
  expect(run()).toBe('true,ENOENT from chunk-12345678.cjs in dist')
})

describe('a bundle', () => {
  test('prints the same from its source and from stored code', () => {
    expect(run()).toBe('hello 🏛️ from chunk-12345678.cjs in dist')
    expect(run()).toBe('hello 🏛️ from chunk-12345678.cjs in dist')
  })

  test('is compiled once: a second run finds all it needs and stores nothing', () => {
    run()
    const first = changed()
    run()
    expect(changed()).toBe(first)
  })

  test('that is used in two ways has its code stored for both', () => {
    const entry = `exports.main = () => require(process.env.SAID ?? './chunk-12345678.cjs').say('hello')\n`
    writeFileSync(join(folder, 'dist/main.cjs'), entry)
    writeFileSync(join(folder, 'dist/other-12345678.cjs'), `exports.say = () => process.stdout.write('other')\n`)
    const other = { SAID: './other-12345678.cjs' }
    run()
    expect(run('dist', 'run', [], other)).toBe('other')
    const both = changed()
    run()
    run('dist', 'run', [], other)
    expect(changed()).toBe(both)
  })

  test('is compiled again after a change that keeps its length', () => {
    run()
    bundle('dist', 'adieu')
    expect(run()).toBe('adieu 🏛️ from chunk-12345678.cjs in dist')
    bundle('dist')
    expect(run()).toBe('hello 🏛️ from chunk-12345678.cjs in dist')
  })

  test('reports errors at their own line and column', () => {
    writeFileSync(join(folder, 'dist/main.cjs'), `exports.main = () => process.stdout.write(new Error('x').stack)`)
    expect(run()).toContain(`${join(folder, 'dist/main.cjs')}:1:43`)
  })

  test('runs if nothing can be stored', () => {
    writeFileSync(cache, 'a file, not a folder')
    expect(run()).toContain('hello')
  })
})

describe('stored code', () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['ends early', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['has one wrong bit', (bytes) => Buffer.from(bytes.with(bytes.length - 64, (bytes.at(-64) ?? 0) ^ 1))],
    ['is something else', () => Buffer.from('not code at all')],
  ])('that %s is compiled again and replaced', (_what, damage) => {
    run()
    const whole = readFileSync(stored())
    writeFileSync(stored(), damage(whole))
    expect(run()).toContain('hello')
    expect(readFileSync(stored()).length).toBe(whole.length)
  })

  test('from a Node with other settings is compiled again', () => {
    run('dist', 'run', ['--no-lazy'])
    const first = changed()
    expect(run()).toContain('hello')
    expect(changed()).not.toBe(first)
  })

  test('is separate for each command, and readable only by its owner', () => {
    run('dist', 'run')
    run('dist', 'chat')
    expect(readdirSync(join(stored(), '..')).sort()).toEqual(['chat', 'run'])
    if (process.platform !== 'win32') expect(statSync(stored()).mode & 0o077).toBe(0)
  })

  test('is kept for the most recently used installations and removed for others', () => {
    for (let number = 0; number < 10; number++) {
      bundle(`dist${number}`)
      run(`dist${number}`)
    }
    expect(readdirSync(cache)).toHaveLength(8)
  })

  test.skipIf(process.platform === 'win32')('that cannot be read does not stop the run', () => {
    run()
    chmodSync(stored(), 0)
    expect(run()).toContain('hello')
  })
})
