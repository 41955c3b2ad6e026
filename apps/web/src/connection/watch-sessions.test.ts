import type { Client, RowChange } from '@convene/protocol'
import { expect, test } from 'vitest'
import { watchSessions } from './watch-sessions.ts'

/** A client that counts its connections and can push over the newest. */
function counted() {
  const seen = { opened: 0, closed: 0 }
  let feed: Parameters<Client['watch']>[0] | undefined
  const watch: Client['watch'] = (given) => {
    seen.opened += 1
    feed = given
    return () => {
      seen.closed += 1
    }
  }
  return {
    client: { watch } as Client,
    seen,
    tell: (change: RowChange) => feed?.change(change),
    live: () => feed?.connection?.('live'),
  }
}

test('all listeners share one connection, which ends with the last of them', () => {
  const { client, seen, tell, live } = counted()
  const heard: string[] = []
  const listen = (name: string) =>
    watchSessions(client, {
      change: ({ type }) => heard.push(`${name} ${type}`),
      connection: (state) => heard.push(`${name} ${state}`),
    })
  const one = listen('one')
  live()
  const other = listen('other')
  tell({ type: 'deleted', id: 'a' })
  one()
  tell({ type: 'deleted', id: 'b' })
  expect(seen).toEqual({ opened: 1, closed: 0 })
  other()
  expect(seen).toEqual({ opened: 1, closed: 1 })
  expect(heard).toEqual(['one live', 'other live', 'one deleted', 'other deleted', 'other deleted'])
  listen('third')
  expect(seen.opened).toBe(2)
})
