import { expect, test } from 'vitest'
import { parked } from './parked.ts'

test('only a session whose answer ended at a question is continued after a button, from where the chat had left it', () => {
  const sessions = parked()
  expect(sessions.answered('A')).toBe(false)
  sessions.park('A', 12)
  expect([sessions.answered('A'), sessions.since('A'), sessions.next(), sessions.next()]).toEqual([
    true,
    12,
    'A',
    undefined,
  ])
  sessions.leave('A')
  expect([sessions.answered('A'), sessions.since('A')]).toEqual([false, undefined])
})
