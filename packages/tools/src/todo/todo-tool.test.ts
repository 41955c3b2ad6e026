import type { Json } from '@convene/domain'
import { expect, test } from 'vitest'
import { workspaceWith } from '../file-tools.fixture.ts'

test('a list is passed in whole and returned as text', async () => {
  const todos: Json[] = [
    { content: 'Read the code', status: 'completed' },
    { content: 'Fix\nit', status: 'in_progress', priority: 'high' },
    { content: 'Test it', status: 'pending' },
    { content: 'Rewrite it', status: 'cancelled', priority: 'low' },
  ]
  expect((await workspaceWith().call('todo', { todos })).output).toBe(
    '[x] Read the code\n[~] Fix it (high)\n[ ] Test it\n[-] Rewrite it (low)\n2 of 4 open.',
  )
  expect((await workspaceWith().call('todo', { todos: [] })).output).toBe('The list is empty.')
})

test('a list with the same entry twice, or an unknown status, is refused with the reason', async () => {
  const bench = workspaceWith()
  const twice = [
    { content: 'a', status: 'pending' },
    { content: 'a', status: 'completed' },
  ]
  expect((await bench.call('todo', { todos: twice })).output).toMatch('two entries are the same')
  expect((await bench.call('todo', { todos: [{ content: 'a', status: 'done' }] })).output).toMatch(
    '"todos.0.status" is "done"',
  )
})
