import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the lock file check', () => {
  const entry = { version: '1.0.0' }
  const lockOf = (packages: object, manifest: object = {}) => ({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/plain': entry, ...packages } }),
  })

  test('passes a lock file that every machine can install', () => {
    const packages = {
      'node_modules/tool': { ...entry, optionalDependencies: { 'tool-linux': '1.0.0', 'tool-win': '1.0.0' } },
      'node_modules/tool-linux': entry,
      'node_modules/tool/node_modules/tool-win': entry,
      'node_modules/@convene/domain': { resolved: 'packages/domain', link: true },
    }
    const manifest = {
      devDependencies: { tool: '1.0.0', alias: 'npm:@a/tool@7.0.2' },
      dependencies: { beta: '1.0.0-beta.1' },
    }
    expect(check('lock-file', lockOf(packages, manifest))).toEqual({ status: 0, lines: ['6 packages, 0 problems'] })
  })

  test.each([
    [
      'a registry',
      { 'node_modules/a': { ...entry, resolved: 'https://registry.example/a.tgz' } },
      'node_modules/a contains a registry URL',
    ],
    [
      'an install script',
      { 'node_modules/a': { ...entry, hasInstallScript: true } },
      'node_modules/a has an install script',
    ],
    [
      'a platform without its package',
      { 'node_modules/a': { ...entry, optionalDependencies: { 'a-win': '1.0.0' } } },
      'a-win, an optional dependency of node_modules/a, is missing',
    ],
  ])('rejects %s', (_what, packages, problem) => {
    const { status, lines } = check('lock-file', lockOf(packages))
    expect(lines).toContain(problem)
    expect(status).toBe(1)
  })

  test('rejects a version range', () => {
    const { status, lines } = check('lock-file', lockOf({}, { dependencies: { zod: '^4.0.0' } }))
    expect(lines).toContain('package.json: zod is ^4.0.0, not an exact version')
    expect(status).toBe(1)
  })
})

describe('the text check', () => {
  test('passes text that follows the rules', () => {
    const { status, lines } = check('text-rules', {
      'a.ts': 'export const it = 1\n',
      'b.test.ts': `test('holds', () => {})\n`,
    })
    expect(lines).toEqual(['2 files, 0 problems'])
    expect(status).toBe(0)
  })

  test.each([
    ['a.ts', `\nexport * ${'from'} './b.ts'\n`, 'a.ts:2: list exports by hand: no `export *`'],
    ...[
      `process${'.platform'}`,
      `const { arch, platform } ${'= process'}`,
      `process${"['platform']"}`,
      `import { platform } ${'from'} 'node:os'`,
    ].map((line) => [
      'packages/tools/src/a.ts',
      `\n${line}\n`,
      'packages/tools/src/a.ts:2: what differs between systems is in packages/platform: use `ownSystem`',
    ]),
    ['a.test.ts', `${'vi'}.mock('openai')\n`, 'a.test.ts:1: no `vi.mock`: if a test needs it, a port is missing'],
    [
      'a.test.ts',
      `${'test'}('it should hold', () => {})\n`,
      'a.test.ts:1: a title is a sentence that can be false: no `should`',
    ],
    ['a.test.ts', `${'it'}('holds', () => {})\n`, 'a.test.ts:1: use `test`, not `it`'],
    ['src/utils/a.ts', '', 'src/utils/a.ts:1: name a folder after a concept, not a category'],
    ['a.md', `see ${'/home'}/jane/notes\n`, 'a.md:1: contains a path on this machine'],
  ])('rejects %s with %j', (file, text, problem) => {
    const { status, lines } = check('text-rules', { [file]: text })
    expect(lines).toContain(problem)
    expect(status).toBe(1)
  })

  test('rejects the path of the checkout it runs in', () => {
    const { lines } = check('text-rules', (folder) => ({ 'a.md': `see ${folder}/a.ts\n` }))
    expect(lines).toContain('a.md:1: contains a path on this machine')
  })
})

describe('the folder check', () => {
  const imports = (path: string) => `import { it } ${'from'} '${path}'\n`

  test('passes domain folders that import each other in one direction', () => {
    const files = { 'task/a.ts': imports('../event/b.ts'), 'event/b.ts': '', 'mode/c.ts': imports('../task/a.ts') }
    expect(check('folder-cycles', inDomain(files)).status).toBe(0)
  })

  test('rejects a cycle of three folders, even of type imports only, and names them', () => {
    const files = {
      'task/a.ts': imports('../event/b.ts'),
      'event/b.ts': `import type { it } ${'from'} '../mode/c.ts'\n`,
      'mode/c.ts': imports('../task/a.ts'),
    }
    const { status, lines } = check('folder-cycles', inDomain(files))
    expect(lines).toContain('packages/domain/src: event ⇄ mode ⇄ task')
    expect(status).toBe(1)
  })

  test('rejects two screens of the page that import each other through their subfolders', () => {
    const { status, lines } = check('folder-cycles', {
      'apps/web/src/start/form/a.tsx': imports('../../settings/b.tsx'),
      'apps/web/src/settings/b.tsx': '',
      'apps/web/src/settings/models/c.tsx': imports('../../start/d.tsx'),
      'apps/web/src/start/d.tsx': '',
    })
    expect(lines).toContain('apps/web/src: settings ⇄ start')
    expect(status).toBe(1)
  })
})

describe('the folder check in every package', () => {
  const imports = (path: string) => `import { it } ${'from'} '${path}'\n`
  const knot = { 'a/a.ts': imports('../b/b.ts'), 'b/b.ts': imports('../a/c.ts'), 'a/c.ts': '' }
  const inside = (source: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`${source}/src/${file}`, text]))

  test.each(['packages/host', 'packages/brand-new', 'apps/server'])('rejects a cycle in %s', (name) => {
    const { status, lines } = check('folder-cycles', inside(name, knot))
    expect(lines).toContain(`${name}/src: a ⇄ b`)
    expect(status).toBe(1)
  })

  test('passes files directly in src that connect the folders', () => {
    const files = {
      'program.ts': imports('./a/a.ts'),
      'a/a.ts': imports('../program.ts'),
      'b/b.ts': imports('../program.ts'),
    }
    expect(check('folder-cycles', inside('packages/host', files)).status).toBe(0)
  })
})

describe('the check for folder lists', () => {
  const code = { 'packages/host/src/run/a.ts': '', 'packages/host/src/keys/b.ts': '', 'packages/host/src/index.ts': '' }
  const readme = (...rows: readonly string[]) =>
    `# Host\n\n| folder | contents |\n| --- | --- |\n${rows.join('\n')}\n\nMore.\n`
  const run = '| `run` | preparing a run |'

  test.each(['README.md', 'src/README.md'])('passes a package whose %s has a line per folder', (file) => {
    const files = { ...code, [`packages/host/${file}`]: readme('| `keys` | API keys |', run) }
    expect(check('folder-lists', files)).toEqual({ status: 0, lines: ['1 packages, 0 problems'] })
  })

  test.each([
    ['a folder without a line', readme(run), 'packages/host: `keys` is not listed'],
    ['a folder without a text', readme('| `keys` | |', run), 'packages/host: `keys` is not listed'],
    ['a folder that is only mentioned', `${readme(run)}See \`keys\`.\n`, 'packages/host: `keys` is not listed'],
    ['a line without a folder', readme('| `keys` | API keys |', run, '| `old` | x |'), 'packages/host: `old` is gone'],
  ])('rejects %s', (_what, text, problem) => {
    const { status, lines } = check('folder-lists', { ...code, 'packages/host/README.md': text })
    expect(lines).toContain(problem)
    expect(status).toBe(1)
  })

  test('rejects an app without a README', () => {
    expect(check('folder-lists', { 'apps/cli/src/run/a.ts': '' }).lines).toContain('apps/cli: `run` is not listed')
  })

  test('rejects a layout without one of the packages, and with one that is gone', () => {
    const layout = 'packages/\n  host/  the program\n  old/  gone\ntests/\n  keys/  not a package\n'
    const files = { 'packages/host/package.json': '{}', 'packages/keys/package.json': '{}', 'README.md': layout }
    expect(check('folder-lists', files).lines).toEqual(
      expect.arrayContaining(['README.md: `keys` is not listed', 'README.md: `old` is gone']),
    )
  })
})

describe('the check for names in several files', () => {
  const exporting = (name: string, count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`packages/a/src/file-${index}.ts`, `export const ${name} = 1\n`]),
    )

  test('counts a schema and its type, and what tests define, as one', () => {
    const both = `export const one = 1\nexport type one = 1\n`
    const files = { 'packages/a/src/a.ts': both, 'packages/a/src/a.test.ts': both, 'apps/b/src/b.ts': '' }
    expect(check('names-twice', files)).toMatchObject({
      status: 0,
      lines: [expect.stringMatching(/^2 files, 0 names/u)],
    })
  })

  test('fails with the names once there are too many', () => {
    const many = Array.from({ length: 402 }, (_, index) => `export const name${index} = 1\n`).join('')
    const { status, lines } = check('names-twice', { 'packages/a/src/a.ts': many, 'apps/b/src/b.ts': many })
    expect(lines).toContain('  name1: apps/b/src/b.ts, packages/a/src/a.ts')
    expect(status).toBe(1)
  })

  test('takes a name in three files for one', () => {
    expect(check('names-twice', exporting('one', 3)).lines).toEqual([expect.stringMatching(/^3 files, 1 names/u)])
  })

  test('fails if it finds no files, since it would find no names either', () => {
    expect(check('names-twice', {}).status).toBe(1)
  })
})

describe('the voice check of names', () => {
  test.each([
    ['packages/a/src/lent.ts', `export const buffers = 1\n`, 'lent'],
    ['apps/a/src/b.tsx', `export function told() {}\n`, 'told'],
    ['packages/a/src/c.ts', `export type Surroundings = 1\n`, 'Surroundings'],
  ])('rejects %s with %j', (file, text, name) => {
    const { status, lines } = check('voice', { [file]: text }, [])
    expect(lines).toContain(`${file}: "${name}" → a name that says what it is`)
    expect(status).toBe(1)
  })

  test('leaves variables, tests and longer names alone', () => {
    const files = {
      'packages/a/src/a.ts': `export const toldApart = 1\nconst told = 2\n`,
      'packages/a/src/told.test.ts': `export const said = 1\n`,
    }
    expect(check('voice', files, [])).toMatchObject({ status: 0, lines: ['2 files, 0 tells'] })
  })
})

describe('the check for mode names', () => {
  const home = { 'packages/domain/src/modes/relay/mode.ts': `export const is = (mode: string) => mode === 'relay'\n` }

  test('passes traits, a mode to start, and the mode’s own folder', () => {
    const { status, lines } = check('mode-names', {
      ...home,
      'packages/host/src/a.ts': `const chain = traitsOf(mode).chain\nstart({ mode: 'relay' })\n`,
      'packages/domain/src/session/b.ts': `mode.next(session, run.data)\n`,
      'packages/host/src/c.test.ts': `expect(run.mode === 'relay').toBe(true)\n`,
    })
    expect(lines).toEqual(['2 files, 1 modes, 0 problems'])
    expect(status).toBe(0)
  })

  test.each([
    [`if (run.mode === 'relay') go()`, 'compares a mode with a name'],
    [`const isOther = session.run?.mode !== "relay"`, 'compares a mode with a name'],
    [`const is = 'relay' === started.mode`, 'compares a mode with a name'],
    [`return ['relay', 'other'].includes(run?.mode ?? '')`, 'looks a mode up in a list of names'],
    [`switch (run.mode) {`, 'switches on the name of a mode'],
    [`const relay = run.data as Relay`, "reads a mode's data"],
    [`const relayOf = ({ mode, data }: Run) => data`, "reads a mode's data"],
  ])('rejects %j', (line, what) => {
    const { status, lines } = check('mode-names', { ...home, 'apps/cli/src/a.ts': `\n${line}\n` })
    expect(lines).toContain(`apps/cli/src/a.ts:2: ${what}`)
    expect(status).toBe(1)
  })

  test('fails if it finds no modes, since it would find no violations either', () => {
    expect(check('mode-names', { 'apps/cli/src/a.ts': '' }).status).toBe(1)
  })
})

const inDomain = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/domain/src/${file}`, text]))

type Files = { readonly [file: string]: string }

type Made = Files | ((folder: string) => Files)

/** `wanted`: the folders it looks at. Default: the whole tree. */
function check(name: string, files: Made, wanted?: readonly string[]): { status: number | null; lines: string[] } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'convene-checks-')))
  folders.push(folder)
  for (const [file, text] of Object.entries(typeof files === 'function' ? files(folder) : files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  const program = join(repository, 'scripts/checks', `${name}.mjs`)
  const { status, stdout } = spawnSync(process.execPath, [program, ...(wanted ?? [folder])], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n') }
}
