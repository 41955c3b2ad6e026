import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'
import type { PageSource } from './read-page.ts'

const page = (html: string): PageSource => ({
  url: 'https://example.com/',
  contentType: 'text/html',
  kind: 'html',
  body: Buffer.from(html),
  format: 'markdown',
})
const live = new AbortController().signal
const hard = page('<div>'.repeat(110).concat('<b>x</b>'.repeat(14_000)))

test('a page that takes too long is abandoned, and the next one is read', async () => {
  expect(await readInThread(hard, live, 20)).toMatchObject({ ok: false, refusal: { code: 'page-too-hard' } })
  expect(await readInThread(page('<p>easy</p>'), live)).toMatchObject({ ok: true, value: { text: 'easy' } })
})

test('reading can be stopped', async () => {
  const controller = new AbortController()
  const reading = readInThread(hard, controller.signal)
  controller.abort()
  expect(await reading).toMatchObject({ ok: false, refusal: { code: 'stopped' } })
})

test('pages are read in parallel', async () => {
  const pages = await Promise.all(['one', 'two', 'three'].map((word) => readInThread(page(`<p>${word}</p>`), live)))
  expect(pages.map((each) => each.ok && each.value.text)).toEqual(['one', 'two', 'three'])
})
