import { expect, test } from 'vitest'
import { pathOfLink } from './deep-link.ts'
import { readQuit } from './page-script.ts'

test('only a whole wish to end the program ends it', () => {
  expect(readQuit('{"kind":"quit","pause":true}')).toEqual({ pause: true })
  expect(readQuit('{"kind":"quit","pause":false}')).toEqual({ pause: false })
  expect(readQuit('{"kind":"ask","id":1}')).toBeUndefined()
})

test('a link leads to a session and nowhere else', () => {
  expect(pathOfLink('convene://session/01jabcdefgh')).toBe('/session/01JABCDEFGH')
  for (const link of ['convene://session/../x', 'convene://settings', 'https://session/01JABC', 'convene://session/'])
    expect(pathOfLink(link)).toBeUndefined()
})
