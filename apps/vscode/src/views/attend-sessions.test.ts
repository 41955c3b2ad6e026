import type { ChangeFeed, RowChange } from '@convene/protocol'
import { expect, test } from 'vitest'
import { attendSessions } from './attend-sessions.ts'

function attending({ shown = '' } = {}) {
  let feed: ChangeFeed | undefined
  const needed: string[] = []
  const changes: number[] = []
  attendSessions(
    {
      watch: (given) => {
        feed = given
        return () => undefined
      },
    },
    {
      changed: (waiting) => changes.push(waiting),
      needed: ({ id, asks }) => needed.push(`${id} ${asks}`),
      isShown: (session) => session === shown,
      workspace: '/here',
    },
  )
  const row = (id: string, asks: number, workspace = '/here') =>
    feed?.change({ type: 'session', session: { id, asks, workspace, title: id } } as unknown as RowChange)
  return { row, needed, changes, remove: (id: string) => feed?.change({ type: 'deleted', id } as RowChange) }
}

test('the user is notified once per pending item', () => {
  const { row, needed, changes } = attending()
  for (const asks of [0, 1, 1, 2, 0, 1]) row('a', asks)
  expect(needed).toEqual(['a 1', 'a 2', 'a 1'])
  expect(changes).toEqual([0, 1, 1, 2, 0, 1])
})

test('sessions shown in a chat or from another workspace cause no notification', () => {
  const { row, needed } = attending({ shown: 'a' })
  row('a', 1)
  row('b', 1, '/elsewhere')
  expect(needed).toEqual([])
})

test('pending items are counted over all sessions and workspaces, without deleted sessions', () => {
  const { row, changes, remove } = attending()
  row('a', 2)
  row('b', 1, '/elsewhere')
  remove('a')
  expect(changes).toEqual([2, 3, 1])
})
