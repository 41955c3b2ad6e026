import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const workspaces = [
  'packages/domain',
  'packages/reading',
  'packages/engine',
  'packages/store',
  'packages/tools',
  'packages/host',
  'packages/code-analysis',
  'packages/testkit',
  'packages/team',
  'apps/server',
  'apps/cli',
  'apps/web',
]

/** A minimal tree that follows every rule. */
const sound: Tree = {
  'packages/domain/src/index.ts': `export { one } from './one.ts'\n`,
  'packages/domain/src/one.ts': `import { z } from 'zod'\nexport const one = z.number().parse(1)\n`,
  'packages/reading/src/index.ts': `import { one } from '@convene/domain'\nexport const text = String(one)\n`,
  'packages/engine/src/index.ts': `import { one } from '@convene/domain'\nexport const two = one + 1\n`,
  'packages/engine/src/inner.ts': `export const inner = 3\n`,
  'packages/store/src/index.ts': `import { readFileSync } from 'node:fs'\nimport { two } from '@convene/engine'\nexport const read = () => readFileSync(String(two))\n`,
  'packages/tools/src/index.ts': `export { inner } from './inner.ts'\n`,
  'packages/tools/src/inner.ts': `export const inner = 4\n`,
  'packages/host/src/index.ts': `import { read } from '@convene/store'\nexport const open = () => read()\n`,
  'packages/code-analysis/src/index.ts': `import { inner } from '@convene/tools'\nexport const analysis = inner\n`,
  'packages/testkit/src/index.ts': `import { two } from '@convene/engine'\nexport const fake = two\n`,
  'packages/team/src/index.ts': `import { serve } from '@convene/server'\nexport const share = serve\n`,
  'apps/server/src/index.ts': `export { serve } from './serve.ts'\n`,
  'apps/server/src/serve.ts': `import { open } from '@convene/host'\nexport const serve = open\n`,
  'apps/cli/src/main.ts': `import { read } from '@convene/store'\nexport const main = () => read()\nexport const tools = () => import('@convene/tools')\n`,
  'apps/web/src/view.ts': `import { one } from '@convene/domain'\nexport const view = one\n`,
}

/** Careless changes: the rule that must reject each, the file, and its import. */
const imports = [
  ['domain-needs-zod-only', 'packages/domain/src/reads.ts', 'node:fs'],
  ['domain-needs-zod-only', 'packages/domain/src/library.ts', 'vitest'],
  ['domain-looks-inwards', 'packages/domain/src/outwards.ts', '@convene/engine'],
  ['domain-looks-inwards', 'packages/domain/src/reading.ts', '@convene/reading'],
  ['reading-looks-inwards', 'packages/reading/src/outwards.ts', '@convene/engine'],
  ['reading-needs-the-domain-only', 'packages/reading/src/library.ts', 'zod'],
  ['engine-needs-no-platform', 'packages/engine/src/reads.ts', 'node:fs'],
  ['engine-looks-inwards', 'packages/engine/src/outwards.ts', '@convene/store'],
  ['store-looks-inwards', 'packages/store/src/fake.ts', '@convene/testkit'],
  ['store-looks-inwards', 'packages/store/src/outwards.ts', '@convene/host'],
  ['host-looks-inwards', 'packages/host/src/fake.ts', '@convene/testkit'],
  ['one-entry-point', 'packages/store/src/deep.ts', '../../engine/src/inner.ts'],
  ['one-entry-point', 'tests/deep.test.ts', '../packages/engine/src/inner.ts'],
  ['one-entry-point', 'apps/cli/src/deep.ts', '../../../packages/tools/src/inner.ts'],
  ['optional-packages-stay-optional', 'packages/host/src/optional.ts', '@convene/code-analysis'],
  ['optional-packages-stay-optional', 'apps/cli/src/optional.ts', '@convene/code-analysis'],
  ['packages-know-no-app', 'packages/store/src/app.test.ts', '../../../apps/cli/src/main.ts'],
  ['host-looks-inwards', 'packages/host/src/optional.ts', '@convene/team'],
  ['optional-packages-stay-optional', 'apps/server/src/optional.ts', '@convene/team'],
  ['team-looks-inwards', 'packages/team/src/inner.ts', '../../../apps/server/src/serve.ts'],
  ['optional-packages-know-the-server-only', 'packages/team/src/app.test.ts', '../../../apps/cli/src/main.ts'],
  ['testkit-is-for-tests', 'apps/cli/src/fake.ts', '@convene/testkit'],
  ['apps-stand-alone', 'apps/cli/src/other.ts', '../../web/src/view.ts'],
  ['screens-decide-nothing', 'apps/web/src/decides.ts', '@convene/engine'],
  ['no-dead-imports', 'apps/cli/src/dead.ts', './gone.ts'],
  ['no-cycles', 'apps/cli/src/round.ts', './trip.ts'],
] as const
/** Every other way to name a module. */
const forms = [
  `import type { fake } from '@convene/testkit'\nexport type Fake = typeof fake`,
  `export { fake } from '@convene/testkit'`,
  `export type { fake } from '@convene/testkit'`,
  `export * from '@convene/testkit'`,
  `export const planted = () => import('@convene/testkit')`,
  `export const planted = () => import(\`@convene/testkit\`)`,
  `export type Fake = typeof import('@convene/testkit').fake`,
  `import kit = require('@convene/testkit')\nexport const planted = kit`,
  `export const planted = require('@convene/testkit')`,
].map((text, index) => [text, `packages/store/src/form-${index}.ts`] as const)

const importing = (name: string): string => `import '${name}'\nexport const planted = 1\n`
const otherHalfOfTheCycle: Tree = { 'apps/cli/src/trip.ts': importing('./round.ts') }

const platform = [
  ['packages/domain', `export const bad = fetch('http://localhost')`],
  ['packages/domain', `import { hostname } from 'node:os'\nexport const bad = hostname()`],
  ['packages/engine', `export const bad = () => setTimeout(() => {}, 1)`],
  ['packages/engine', `export const bad = process.env`],
  ['packages/engine', `export const bad = () => console.log('')`],
] as const

describe('a sound tree', () => {
  const tree = plant(sound)

  test('passes the layer check, which has read every file', () => {
    const { status, output } = layers(tree())
    expect(output).toMatch(/^\d+ modules, 0 violations/m)
    expect(status).toBe(0)
  })

  test('compiles in domain and engine without a platform', () => {
    expect(types(tree())).toEqual({ status: 0, output: '' })
  })
})

describe('the layer check', () => {
  const tree = plant({
    ...sound,
    ...otherHalfOfTheCycle,
    ...Object.fromEntries(imports.map(([, file, name]) => [file, importing(name)])),
    ...Object.fromEntries(forms.map(([text, file]) => [file, `${text}\n`])),
    'packages/store/src/half.ts': `import { fake } from\n`,
  })
  let report: Report = { status: null, output: '' }
  beforeAll(() => {
    report = layers(tree())
  })

  test.each(imports)('keeps %s: %s may not import %s', (rule, file) => {
    expect(report.output).toContain(`${rule}: ${file} → `)
  })

  test.each(forms)('recognizes %j', (_text, file) => {
    expect(report.output).toContain(`store-looks-inwards: ${file} → packages/testkit/src/index.ts`)
  })

  test('names a file that it cannot read', () => {
    expect(report.output).toContain('not checked: packages/store/src/half.ts')
  })

  test('exits with a failure', () => expect(report.status).toBe(1))
})

describe.each([
  { sees: 'nothing', hidden: '.', says: '0 modules, 0 violations' },
  { sees: 'only a part', hidden: '^packages/engine/', says: 'not checked: packages/engine/src/index.ts' },
])('a layer check that sees $sees', ({ hidden, says }) => {
  const blind = `export const forbidden = []\nexport const unchecked = ['${hidden}']\n`
  const tree = plant({ ...sound, 'layers.mjs': blind })

  test('is a failure', () => {
    const { status, output } = layers(tree())
    expect(output).toContain(says)
    expect(status).toBe(1)
  })
})

describe('the types of domain and engine', () => {
  const files = platform.map(([part, text], index) => [`${part}/src/bad-${index}.ts`, `${text}\n`])
  const tree = plant({ ...sound, ...Object.fromEntries(files) })

  test('know no platform', () => {
    const { status, output } = types(tree())
    expect(files.map(([file]) => file).filter((file) => !output.includes(`${file}(`))).toEqual([])
    expect(status).not.toBe(0)
  })
})

type Tree = { readonly [file: string]: string }
type Report = { readonly status: number | null; readonly output: string }

/** Writes a tree with the repository's own rules and tools, and its own workspaces, for the tests of one `describe`. */
function plant(files: Tree): () => string {
  let folder = ''
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'convene-locks-')))
    for (const [file, text] of Object.entries(files)) write(join(folder, file), text)
    for (const file of ['layers.mjs', 'tsconfig.json', 'package.json']) copy(folder, file)
    copy(folder, 'packages/engine/tsconfig.json')
    for (const name of ['zod', 'typescript', '@types', 'vitest'])
      link(folder, name, join(repository, 'node_modules', name))
    for (const part of workspaces) {
      const name = part.replace(/^.*\//, '@convene/')
      const exports = { '.': './src/index.ts', './tools': './src/tools/index.ts' }
      write(join(folder, part, 'package.json'), JSON.stringify({ name, type: 'module', exports }))
      link(folder, name, join(folder, part))
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => folder
}

const layers = (tree: string): Report => node(tree, join(repository, 'scripts/checks/layers.mjs'))

/** The engine's project includes the domain. */
const types = (tree: string): Report =>
  node(tree, join(repository, 'node_modules/typescript-7/bin/tsc'), '-p', 'packages/engine', '--pretty', 'false')

function node(cwd: string, ...args: readonly string[]): Report {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const copy = (folder: string, file: string): void =>
  cpSync(join(repository, file), join(folder, file), { force: false })

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function link(folder: string, name: string, target: string): void {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}
