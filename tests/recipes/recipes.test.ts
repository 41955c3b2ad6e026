import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, recipes } from './recipes.ts'
import { type ScratchTree, scratchTree } from './scratch-tree.ts'

/** Commands to run once every recipe was followed in one copy of the tree, with nothing else touched. */
const typed = {
  run: ['run', 'Say hello', '--mode', 'relay', '--agents', 'coder', '--model', 'rehearsal/offline'],
  modes: ['modes'],
  setLaps: ['settings', 'set', 'relay.laps', '3'],
  models: ['models', '--json'],
  tools: ['tools'],
  testTool: ['tools', 'test', 'shout:hello'],
  setTooFar: ['settings', 'set', 'decisions.patience', '99'],
  setMisspelt: ['settings', 'set', 'decisions.patiense', '5'],
  hello: ['hello'],
  help: ['help', 'all'],
  agents: ['agents'],
  exportHelp: ['sessions', 'export', '--help'],
}
type Said = { readonly status: number; readonly said: string }

let tree: ScratchTree
let answers: { readonly [command: string]: Said | undefined }
let page: { readonly [call: string]: { readonly value: unknown } | undefined }

beforeAll(async () => {
  tree = scratchTree()
  for (const recipe of Object.values(recipes)) tree.follow(recipe)
  tree.write('workspace/.robo/agents/welder.md', '---\njob: Welds things.\n---\nYou weld.\n')
  const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
  const [written, asked, used] = await Promise.all([
    tree.node(join(tree.folder, 'scripts/docs.mjs')),
    tree.node(fixture('ask-server.ts'), tree.folder),
    tree.node(fixture('use-cli.ts'), tree.folder, JSON.stringify(Object.values(typed))),
  ])
  for (const done of [written, asked, used]) expect(done, done.stderr).toMatchObject({ status: 0 })
  page = JSON.parse(asked.stdout)
  const all: readonly Said[] = JSON.parse(used.stdout)
  answers = Object.fromEntries(Object.keys(typed).map((name, index) => [name, all[index]]))
})
afterAll(() => tree.remove())

const sent = (call: string): string => JSON.stringify(page[call]?.value)
const saidTo = (command: keyof typeof typed): Said => answers[command] ?? { status: -1, said: '' }

describe('a mode added by its recipe', () => {
  test('runs, is listed and has its settings', () => {
    expect(saidTo('run')).toMatchObject({ status: 0, said: expect.stringContaining('Relay: Coder') })
    expect(saidTo('modes').said).toContain('members pass the goal on')
    expect(saidTo('setLaps').said).toContain('Saved')
  })

  test('is on the page, in the editor and in the guide', () => {
    expect(sent('modes')).toContain('"relay"')
    expect(sent('settings')).toContain('"Relay laps"')
    expect(tree.read('apps/vscode/package.json')).toContain('"name": "relay"')
    expect(tree.read('docs/guide/state-machines.md')).toContain('relay')
    expect(tree.read('docs/guide/settings.md')).toContain('`relay.laps`')
  })
})

describe('a provider added by its recipe', () => {
  test('is listed with the key it needs', () => {
    expect(saidTo('models').said).toContain('ACME_API_KEY')
  })

  test('is on the page, in the editor and in the guide', () => {
    expect(sent('models')).toContain('"Acme"')
    expect(sent('keys')).toContain('"ACME_API_KEY"')
    expect(tree.read('apps/vscode/src/secrets/providers.json')).toContain('ACME_API_KEY')
    expect(tree.read('docs/guide/models.md')).toContain('`acme/acme-large`')
    expect(tree.read('docs/guide/settings.md')).toContain('`acme`')
  })
})

test('a tool added by its recipe is listed, is on the page, and asks until a rule says otherwise', () => {
  expect(saidTo('tools').said).toContain('shout')
  expect(saidTo('testTool').said).toMatch(/^ask /u)
  expect(sent('tools')).toContain('"shout"')
})

describe('a setting added by its recipe', () => {
  test('is checked, and a misspelt one is refused with the right name', () => {
    expect(saidTo('setTooFar')).toMatchObject({ status: 2, said: expect.stringContaining('from 1 to 60') })
    expect(saidTo('setMisspelt')).toMatchObject({ status: 2, said: expect.stringContaining('"decisions.patience"') })
  })

  test('is on the page with its default, in the schema and in the guide', () => {
    expect(sent('settings')).toContain('"Patience"')
    expect(page.settings?.value).toMatchObject({ defaults: { decisions: { patience: 7 } } })
    expect(tree.read('packages/library/src/settings/config.schema.json')).toContain('"patience"')
    expect(tree.read('docs/guide/settings.md')).toContain('| `decisions.patience` | whole number, 1 to 60 | `7` |')
  })
})

test('a command added by its recipe runs, and is in the help and the guide', () => {
  expect(saidTo('hello')).toEqual({ status: 0, said: 'Hello.\n' })
  expect(saidTo('help').said).toContain('greet you')
  expect(tree.read('docs/guide/command-line.md')).toContain('convene hello')
})

test('an agent file format added by its recipe is read from the folders of its program', () => {
  expect(saidTo('agents').said).toContain('welder')
})

test('an export format added by its recipe is written, offered on the command line and in the guide', () => {
  expect(sent('outline')).toMatch(/^"\* Say hello: \d+ events/u)
  expect(saidTo('exportHelp').said).toContain('JSON, an outline, a page')
  expect(saidTo('exportHelp').said).toContain('json, outline, html')
  expect(tree.read('docs/guide/command-line.md')).toContain('json, outline, html')
})

test('CONTRIBUTING.md names every file that its recipes touch', () => {
  const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
  const chosen = /relay|acme|shout|hello|robo|outline/gu
  const files = Object.values(recipes).flatMap(filesOf)
  expect(files.filter((file) => !text.includes(file.replaceAll(chosen, '<name>')))).toEqual([])
})
