import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, runOption } from './recipes.ts'
import { type ScratchTree, scratchTree } from './scratch-tree.ts'

type Arrived = { readonly options?: unknown }
type Surface = { readonly first: Arrived; readonly next?: Arrived; readonly refused?: unknown }
type Seen = {
  readonly http: Surface
  readonly overMcp: Surface & { readonly schema: { readonly properties: { readonly [key: string]: unknown } } }
  readonly overA2a: Surface
  readonly sdk: Surface
  readonly page: { readonly fields: readonly string[]; readonly request: unknown }
  readonly openApi: string
}

const start = ['run', 'Say hello', '--agents', 'coder', '--model', 'rehearsal/offline', '--json']
const typed = {
  help: ['run', '--help'],
  run: [...start, '--tone', 'formal', '--hurry'],
  refused: [...start, '--tone', 'loud'],
}

type Editor = { readonly offered: readonly string[]; readonly refused: string; readonly log: string }

let tree: ScratchTree
let seen: Seen
let editor: Editor
let said: { readonly [command: string]: { readonly status: number; readonly said: string } | undefined }

beforeAll(async () => {
  tree = scratchTree()
  tree.follow(runOption)
  const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
  const written = await tree.node(join(tree.folder, 'scripts/docs.mjs'))
  const [used, set, edited] = await Promise.all([
    tree.node(fixture('use-cli.ts'), tree.folder, JSON.stringify(Object.values(typed))),
    tree.node(fixture('set-option.ts'), tree.folder),
    tree.node(fixture('use-editor.ts'), tree.folder),
  ])
  for (const done of [written, used, set, edited]) expect(done, done.stderr).toMatchObject({ status: 0 })
  const all = JSON.parse(used.stdout)
  said = Object.fromEntries(Object.keys(typed).map((name, index) => [name, all[index]]))
  seen = JSON.parse(set.stdout)
  editor = JSON.parse(edited.stdout)
})
afterAll(() => tree.remove())

const BOTH = { options: { tone: 'formal', hurry: true } }

test('an option added by its declaration is a flag with help, and another value is refused', () => {
  expect(said.help?.said).toMatch(/--tone TONE +how agents write/u)
  expect(said.run?.said).toContain('"options":{"tone":"formal","hurry":true}')
  expect(said.refused).toMatchObject({ status: 2, said: expect.stringContaining('plain') })
})

test('it is in the HTTP body and its description, and a continued run keeps it if declared so', () => {
  expect(seen.http.first).toEqual(BOTH)
  expect(seen.http.next).toEqual({ options: { tone: 'formal' } })
  expect(seen.http.refused).toMatchObject({ ok: false })
  expect(seen.openApi).toContain('How agents write to each other.')
})

test('other agents can set it over MCP and A2A', () => {
  expect(seen.overMcp.schema.properties).toMatchObject({ tone: { enum: ['plain', 'formal'] } })
  expect(seen.overMcp.first).toEqual(BOTH)
  expect(seen.overA2a.first).toEqual(BOTH)
  expect(seen.overA2a.refused).toContain('metadata.tone')
})

test('editors offer it over ACP, if declared so', () => {
  expect(editor.offered).toContain('tone')
  expect(editor.offered).not.toContain('hurry')
  expect(editor.log).toMatch(/"options": ?\{\s*"tone": ?"formal"\s*\}/u)
  expect(editor.refused).toContain('Use one of: default, plain, formal.')
})

test('it is in the types of the library, which checks and passes it on', () => {
  expect(tree.read('packages/sdk/src/run-options.ts')).toContain("readonly tone?: 'plain' | 'formal'")
  expect(seen.sdk.first).toEqual(BOTH)
  expect(seen.sdk.refused).toContain('Unknown tone "loud". Use plain or formal.')
})

test('it is a field of the start form', () => {
  expect(seen.page.fields).toEqual(expect.arrayContaining(['Tone of voice', 'In a hurry']))
  expect(seen.page.request).toMatchObject({ tone: 'formal', hurry: true })
})

test('it is in the guide, the settings of webhooks and, if declared so, the settings of VS Code', () => {
  expect(tree.read('docs/guide/run-options.md')).toContain('| `tone` | `--tone TONE` | `plain`, `formal` | yes | yes |')
  expect(tree.read('docs/guide/command-line.md')).toContain('--tone')
  expect(tree.read('packages/library/src/settings/config.schema.json')).toContain('"tone"')
  expect(tree.read('apps/vscode/package.json')).toContain('"convene.tone"')
  expect(tree.read('apps/vscode/package.json')).not.toContain('"convene.hurry"')
})

test('CONTRIBUTING.md names the file of its declaration', () => {
  const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
  expect(filesOf(runOption).filter((file) => !text.includes(file))).toEqual([])
})
