import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, stageCommands } from '../../scripts/package/stage.mjs'
import { newPlace, settingsFor, type TestFolders, until } from './launch.ts'

let place: TestFolders
let installed: string
let server: ModelServer

beforeAll(async () => {
  place = newPlace()
  server = await startModelServer()
  installed = mkdtempSync(join(tmpdir(), 'convene-start-up-'))
  await stageCommands(installed)
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'), 'junction')
  writeFileSync(
    join(place.workspace, 'note-modules.mjs'),
    `import fs, { appendFileSync } from 'node:fs'
     import { registerHooks, syncBuiltinESMExports } from 'node:module'
     import { pathToFileURL } from 'node:url'
     const note = (url) => appendFileSync('modules.txt', url + '\\n')
     registerHooks({ load(url, context, next) {
       note(url)
       return next(url, context)
     } })
     const read = fs.readFileSync // how the files of the bundle are loaded
     fs.readFileSync = (path, ...rest) => {
       if (String(path).endsWith('.cjs')) note(pathToFileURL(path))
       return read(path, ...rest)
     }
     syncBuiltinESMExports()
     process.on('exit', () => {
       for (const name of process.moduleLoadList)
         if (name.endsWith('undici/undici')) appendFileSync('modules.txt', 'node:fetch\\n')
     })`,
  )
})

afterAll(async () => {
  await server.close()
  place.remove()
  rmSync(installed, { recursive: true, force: true })
})

type Loaded = {
  readonly names: readonly string[]
  readonly kilobytes: number
  /** Files with the client for a shared database, or with login code. */
  readonly forTeams: readonly string[]
  /** Node modules that were imported as ES modules, and `node:fetch` if Node's `fetch` was loaded. */
  readonly platform: readonly string[]
}

/** Everything that an installed command line loads for these words. */
async function loadedBy(exitCode: number, ...words: readonly string[]): Promise<Loaded> {
  const ended = await launched(words).ended
  expect(ended.code, ended.stderr).toBe(exitCode)
  return noted()
}

const notes = (): string => join(place.workspace, 'modules.txt')

function launched(words: readonly string[]) {
  rmSync(notes(), { force: true })
  const node = ['--import', join(place.workspace, 'note-modules.mjs')]
  return place.launch(words, { node, launcher: join(installed, 'bin/convene.mjs') })
}

function noted(): Loaded {
  const urls = readFileSync(notes(), 'utf8').trim().split('\n')
  const paths = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  return {
    names: paths.map((path) => basename(path).replace(/-[\w-]{8}\.[cm]js$/u, '')),
    kilobytes: bytes / 1_024,
    forTeams: paths.filter((path) => forTeams.test(readFileSync(path, 'utf8'))),
    platform: urls.filter((url) => url.startsWith('node:')),
  }
}

/** Strings that only the packages for a team contain, wherever the bundle has put them. */
const forTeams = /pg_postmaster_start_time|class PgBoss/u

const libraries =
  /^(ai-sdk|opentelemetry|modelcontextprotocol|read-yaml-fields|serve$|find-server|hono|jose|openid-client|s3mini|typescript|playwright|web-tree-sitter|.*-thread)/u

const heavy = ({ names, forTeams }: Loaded): readonly string[] => [
  ...names.filter((name) => libraries.test(name)),
  ...forTeams,
]

describe('what a start loads', () => {
  test.each([
    { words: ['--version'], code: 0 },
    { words: ['--help'], code: 0 },
    { words: ['help', 'run'], code: 0 },
    { words: ['help', 'all'], code: 0 },
    { words: ['lits'], code: 2 },
  ])('$words: the command table, and nothing of the program', async ({ words, code }) => {
    const loaded = await loadedBy(code, ...words)
    expect(heavy(loaded)).toEqual([])
    // The launcher, its loader, the entry point, and chunks that it shares with other files: 1 KB each.
    expect(loaded.names.length).toBeLessThanOrEqual(13)
    // 88 now, 68 of them the command table.
    expect(loaded.kilobytes).toBeLessThan(90)
  })

  test.each(['sessions', 'agents', 'teams', 'settings', 'models'])(
    '%s: no provider, no tracing, no YAML, no server',
    async (command) => {
      const loaded = await loadedBy(0, command)
      expect(heavy(loaded)).toEqual([])
      // Some of them are shared with a server's sessions, coding agents, the rehearsal or the way to providers, and
      // would otherwise be part of another chunk.
      expect(loaded.names.length).toBeLessThanOrEqual(68)
      // 1,403 now. Any library that slips in exceeds the margin.
      expect(loaded.kilobytes).toBeLessThan(1_420)
    },
  )

  test("a rehearsal: no provider either, and not Node's fetch, which an import of node:http would load", async () => {
    const loaded = await loadedBy(0, 'run', 'Say hello.', '--json')
    expect(heavy(loaded)).toEqual([])
    expect(loaded.platform).toContain('node:sqlite')
    expect(loaded.platform).not.toContain('node:http')
    expect(loaded.platform).not.toContain('node:fetch')
    // 102 now. Twenty are shared with a run on a server, coding agents or providers.
    expect(loaded.names.length).toBeLessThanOrEqual(103)
    // 1,593 now, nearly all of it our own rules and the catalogue. Any library that slips in exceeds the margin.
    expect(loaded.kilobytes).toBeLessThan(1_610)
  })

  test('a run with one agent on a chat API: no provider package, because that client is our own, and no fetch', async () => {
    place.settings(settingsFor(server))
    const loaded = await loadedBy(0, 'run', 'Say hello.', '--json')
    expect(heavy(loaded)).toEqual([])
    // The first mention of Headers or Response loads it, which is a twelfth of this run's CPU time.
    expect(loaded.platform).not.toContain('node:fetch')
    expect(loaded.names.length).toBeLessThanOrEqual(103)
    expect(loaded.kilobytes).toBeLessThan(1_630)
  })
})

test('a server without a database loads nothing that only a team needs', async () => {
  place.settings({ model: 'rehearsal/offline' })
  const serving = launched(['serve', '--port', '0'])
  let printed = ''
  serving.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  await until(() => /http:\S+/u.exec(printed)?.[0])
  serving.child.kill('SIGTERM')
  await serving.ended
  const loaded = noted()
  expect(loaded.forTeams).toEqual([])
  expect(loaded.names.filter((name) => /^(jose|openid-client|s3mini|pg)/u.test(name))).toEqual([])
})

test('every library that is not loaded at start has its own chunk', () => {
  const chunks = readdirSync(join(installed, 'dist')).join('\n')
  for (const name of ['ai-sdk.anthropic', 'opentelemetry.sdk-trace', 'modelcontextprotocol.client', 'read-yaml-fields'])
    expect(chunks).toContain(`${name}-`)
})
