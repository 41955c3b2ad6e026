import { expect, test } from 'vitest'
import { pathOfLink } from './deep-link.ts'
import { readSaid } from './page-script.ts'

test('what the page says is taken only in the forms that we know', () => {
  expect(readSaid('{"kind":"open","id":1,"path":"/api/sessions/x/events"}')).toEqual({
    kind: 'open',
    id: 1,
    path: '/api/sessions/x/events',
  })
  expect(readSaid('{"kind":"close","id":1}')).toEqual({ kind: 'close', id: 1 })
  expect(readSaid('{"kind":"quit","pause":1}')).toEqual({ kind: 'quit', pause: false })
  const nonsense = ['', 'null', '[]', '{"kind":"open","id":1,"path":"https://x/"}', '{"kind":"open","id":"1"}', 7]
  for (const payload of nonsense) expect(readSaid(payload)).toBeUndefined()
})

test('a link leads to a session and nowhere else', () => {
  expect(pathOfLink('convene://session/01jabcdefgh')).toBe('/session/01JABCDEFGH')
  for (const link of ['convene://session/../x', 'convene://settings', 'https://session/01JABC', 'convene://session/'])
    expect(pathOfLink(link)).toBeUndefined()
})
