import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, recipes } from './recipes.ts'
import { type ScratchTree, scratchTree } from './scratch-tree.ts'

/** Every recipe is followed in one copy of the tree, and nothing else is touched: then it is used as people would. */
let tree: ScratchTree
type Page = { readonly [call: string]: { readonly value: unknown } }
let page: Page

beforeAll(async () => {
  tree = scratchTree()
  for (const recipe of Object.values(recipes)) tree.follow(recipe)
  const [written, asked] = await Promise.all([
    tree.node(join(tree.folder, 'scripts/docs.mjs')),
    tree.node(join(import.meta.dirname, 'fixtures/ask-server.ts'), tree.folder),
  ])
  expect(written).toMatchObject({ status: 0 })
  expect(asked).toMatchObject({ status: 0 })
  page = JSON.parse(asked.stdout)
}, 120_000)
afterAll(() => tree.remove())

const sent = (call: string): string => JSON.stringify(page[call]?.value)

describe('a mode added by its recipe', () => {
  test('runs, is listed and has its settings', async () => {
    const ran = await tree.convene(
      'run',
      'Say hello',
      '--mode',
      'relay',
      '--agents',
      'coder',
      '--model',
      'rehearsal/offline',
    )
    expect(ran).toMatchObject({ status: 0 })
    expect((await tree.convene('modes')).stdout).toContain('members pass the goal on')
    expect((await tree.convene('settings', 'set', 'relay.laps', '3')).stderr).toContain('Saved')
  }, 60_000)

  test('is on the page, in the editor and in the guide', () => {
    expect(sent('modes')).toContain('"relay"')
    expect(sent('settings')).toContain('"Relay laps"')
    expect(tree.read('apps/vscode/package.json')).toContain('"name": "relay"')
    expect(tree.read('docs/guide/state-machines.md')).toContain('relay')
    expect(tree.read('docs/guide/settings.md')).toContain('`relay.laps`')
  })
})

describe('a provider added by its recipe', () => {
  test('is listed with the key it needs', async () => {
    const { stdout } = await tree.convene('models', '--json')
    expect(stdout).toContain('ACME_API_KEY')
  }, 60_000)

  test('is on the page, in the editor and in the guide', () => {
    expect(sent('models')).toContain('"Acme"')
    expect(sent('keys')).toContain('"ACME_API_KEY"')
    expect(tree.read('apps/vscode/src/secrets/providers.json')).toContain('ACME_API_KEY')
    expect(tree.read('docs/guide/models.md')).toContain('`acme/acme-large`')
    expect(tree.read('docs/guide/settings.md')).toContain('`acme`')
  })
})

describe('a tool added by its recipe', () => {
  test('is listed, is on the page, and asks until a rule says otherwise', async () => {
    expect((await tree.convene('tools')).stdout).toContain('shout')
    expect((await tree.convene('tools', 'test', 'shout:hello')).stdout).toContain('ask')
    expect(sent('tools')).toContain('"shout"')
  }, 60_000)
})

describe('a setting added by its recipe', () => {
  test('is checked, and a misspelt one is refused with what was meant', async () => {
    expect((await tree.convene('settings', 'set', 'decisions.patience', '99')).status).not.toBe(0)
    const { stderr } = await tree.convene('settings', 'set', 'decisions.patiense', '5')
    expect(stderr).toContain('decisions.patience')
  }, 60_000)

  test('is on the page with its default, and in the guide', () => {
    expect(sent('settings')).toContain('"Patience"')
    expect(page.settings?.value).toMatchObject({ defaults: { decisions: { patience: 7 } } })
    expect(tree.read('docs/guide/settings.md')).toContain('| `decisions.patience` | whole number, 1 to 60 | `7` |')
  })
})

describe('a command added by its recipe', () => {
  test('runs, and is in the help and the guide', async () => {
    expect(await tree.convene('hello')).toMatchObject({ status: 0, stdout: 'Hello.\n' })
    expect((await tree.convene('--help')).stdout).toContain('greet you')
    expect(tree.read('docs/guide/command-line.md')).toContain('convene hello')
  }, 60_000)
})

describe('an agent file format added by its recipe', () => {
  test('is read where its program keeps it', async () => {
    mkdirSync(join(tree.workspace, '.robo/agents'), { recursive: true })
    writeFileSync(join(tree.workspace, '.robo/agents/welder.md'), '---\njob: Welds things.\n---\nYou weld.\n')
    expect((await tree.convene('agents')).stdout).toContain('welder')
  }, 60_000)
})

test('CONTRIBUTING.md names every file that its recipes touch', () => {
  const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
  const added = /relay|acme|shout|hello|robo/gu
  const files = Object.values(recipes).flatMap(filesOf)
  expect(files.filter((file) => !text.includes(file.replaceAll(added, '<name>')))).toEqual([])
})
