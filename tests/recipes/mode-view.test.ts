import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, modeWithView } from './recipes.ts'
import { type ScratchTree, scratchTree } from './scratch-tree.ts'

type Shown = {
  readonly terminal: readonly string[]
  readonly editor: readonly { readonly text?: string }[]
  readonly page: string
  readonly markdown: string
}

let tree: ScratchTree
let shown: Shown

beforeAll(async () => {
  tree = scratchTree()
  tree.follow(modeWithView)
  const done = await tree.node(join(import.meta.dirname, 'fixtures/show-mode.ts'), tree.folder)
  expect(done, done.stderr).toMatchObject({ status: 0 })
  shown = JSON.parse(done.stdout)
})
afterAll(() => tree.remove())

const rows = () => shown.terminal.join('\n')
const words = () => shown.page.replaceAll(/<[^>]+>/gu, ' ').replaceAll(/\s+/gu, ' ')

test('a mode with a view shows positions, steps and rounds in the terminal', () => {
  expect(rows()).toMatch(/A +Guilty +3 .*ADA 80/u)
  expect(rows()).toContain('ADA, from B to A')
  expect(rows()).toMatch(/✓ s1 +ADA +Fetch the ledger/u)
  expect(rows()).toMatch(/▸ s2 +BERT +Bake a new cake/u)
  expect(rows()).toContain('round 2 · turn 4 of 6')
})

test('it shows positions by round, options, steps, ballots and scores on the page', () => {
  expect(words()).toContain('Agent Blind 2')
  expect(words()).toContain('Not guilty')
  expect(words()).toContain('1 of 2 done')
  expect(words()).toContain('Bake a new cake')
  expect(words()).toContain('Secret until all votes were in')
  expect(words()).toContain('A fair trial.')
})

test('it shows its votes and steps in the editor', () => {
  const said = shown.editor.map(({ text = '' }) => text).join('')
  expect(said).toContain('3 : 0 · blind vote was 2 : 1 · 1 of 2 steps')
})

test('it shows positions, steps and scores in an export', () => {
  expect(shown.markdown).toContain('| ADA | Not guilty | ↻ Guilty |')
  expect(shown.markdown).toContain('| s2 | BERT | Bake a new cake | It is here. | running |')
  expect(shown.markdown).toContain('| 1 | 0.90 | A fair trial. |')
})

test('CONTRIBUTING.md names every file that its recipe touches', () => {
  const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
  expect(filesOf(modeWithView).filter((file) => !text.includes(file.replaceAll('jury', '<name>')))).toEqual([])
})
