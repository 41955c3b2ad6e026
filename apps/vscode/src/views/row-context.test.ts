import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rowContext } from './row-context.ts'

type Item = { readonly command: string; readonly when: string }
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const items: readonly Item[] = manifest.contributes.menus['view/item/context']

/** The commands in the menu of a row of *Needs you*. */
function menuOf(context: string): readonly string[] {
  const fits = ({ when }: Item) => {
    const [, same] = /viewItem == (\S+)/u.exec(when) ?? []
    const [, pattern] = /viewItem =~ \/(.+)\//u.exec(when) ?? []
    return when.includes('convene.approvals') && (pattern ? new RegExp(pattern, 'u').test(context) : same === context)
  }
  return items.filter(fits).map(({ command }) => command.replace('convene.row.', ''))
}

const gate = (...steps: readonly string[]) => {
  const grants = steps.map((step) => ({ step, owner: 'coder', words: 'may change files without asking' }))
  return rowContext({ kind: 'gate', question: { id: 'q1', question: 'Go?', text: '', options: [], grants } as never })
}

describe('a gate in the Needs you view', () => {
  test('can be approved, edited or rejected', () => {
    expect(menuOf(gate()).toSorted()).toEqual(['approve', 'edit', 'reject'])
  })

  test('can also be approved so that each step asks, if the plan has steps that act without asking', () => {
    expect(menuOf(gate('s1')).toSorted()).toEqual(['approve', 'approveAsking', 'edit', 'reject'])
  })
})

test('the user’s own turn and a vote are each cast with one control', () => {
  const question = { id: 'q1', question: 'Your turn', text: '', options: ['A'], gate: null }
  const turn = { ...question, turn: { closesAt: '2026-01-01T00:00:00.000Z' } }
  expect(menuOf(rowContext({ kind: 'question', question }))).toEqual(['answer'])
  expect(menuOf(rowContext({ kind: 'question', question: turn }))).toEqual(['takeTurn'])
  expect(menuOf(rowContext({ kind: 'vote', question: undefined }))).toEqual(['vote'])
})

test('every row command has a title', () => {
  const titled = manifest.contributes.commands.map(({ command }: Item) => command)
  expect(titled).toEqual(expect.arrayContaining(items.map(({ command }) => command)))
})
