import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { pathOfLink } from './deep-link.ts'
import { readQuit, stayScript } from './page-script.ts'

test('only a complete quit request ends the program', () => {
  expect(readQuit('{"kind":"quit","pause":true}')).toEqual({ pause: true })
  expect(readQuit('{"kind":"quit","pause":false}')).toEqual({ pause: false })
  expect(readQuit('{"kind":"ask","id":1}')).toBeUndefined()
})

test('a link can only lead to a session', () => {
  expect(pathOfLink('convene://session/01jabcdefgh')).toBe('/session/01JABCDEFGH')
  for (const link of ['convene://session/../x', 'convene://settings', 'https://session/01JABC', 'convene://session/'])
    expect(pathOfLink(link)).toBeUndefined()
})

test('only the page itself asks to stay, not frames inside it or pages shown before it', () => {
  const wantsToStay = (origin: string, isFrame = false) => {
    const heard: string[] = []
    const page = { location: { origin }, addEventListener: (name: string) => heard.push(name) }
    runInNewContext(`globalThis.top = ${isFrame ? '{}' : 'globalThis'}; ${stayScript('https://convene.invalid')}`, page)
    return heard.includes('beforeunload')
  }
  expect(wantsToStay('https://convene.invalid')).toBe(true)
  expect(wantsToStay('https://convene.invalid', true)).toBe(false)
  expect(wantsToStay('null')).toBe(false)
})
