import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { mountPages } from './pages.ts'

function pages() {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  writeFileSync(folder.file('index.html'), 'the page')
  const app = new Hono()
  mountPages(app, folder.path)
  return (path: string) => app.request(path)
}

test.each([
  ['/session/01ABC', 'http://here/#/session/01ABC'],
  ['/settings/models', 'http://here/#/settings/models'],
  ['/teams', 'http://here/#/teams'],
  ['//elsewhere/x', 'http://here/#//elsewhere/x'],
])('a link without #, such as %s, opens that place in the page', async (path, place) => {
  const response = await pages()(`http://here${path}`)
  expect(response.status).toBe(302)
  expect(new URL(response.headers.get('location') ?? '', `http://here${path}`).href).toBe(place)
})

test('the page itself and missing files are not redirected', async () => {
  const at = pages()
  expect(await (await at('http://here/')).text()).toBe('the page')
  expect((await at('http://here/assets/gone.js')).status).toBe(404)
})
