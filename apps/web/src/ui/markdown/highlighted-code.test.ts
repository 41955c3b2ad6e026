import { describe, expect, test } from 'vitest'
import type { Highlighted } from './highlight.ts'
import { type HighlightAnswer, type HighlightRequest, inThread } from './highlight-in-thread.ts'
import { rememberedCode } from './highlighted-code.ts'

const inColour = (text: string): Highlighted => [[{ text, color: 'red' }]]

/** A worker that replies on demand. */
function thread() {
  const requests: HighlightRequest[] = []
  const opened = {
    postMessage: (request: HighlightRequest) => requests.push(request),
    onmessage: null as ((event: { readonly data: HighlightAnswer }) => void) | null,
    onerror: null as (() => void) | null,
  }
  const answer = ({ id, text }: HighlightRequest) => opened.onmessage?.({ data: { id, lines: inColour(text) } })
  return { requests, answer, open: () => opened as unknown as Worker, breakDown: () => opened.onerror?.() }
}

describe('code in a worker', () => {
  test('is returned in any order', async () => {
    const { requests, answer, open } = thread()
    const highlight = inThread(open, () => Promise.resolve(null))
    const both = Promise.all([highlight('one', 'ts'), highlight('two', 'ts')])
    for (const request of requests.toReversed()) answer(request)
    expect(await both).toEqual([inColour('one'), inColour('two')])
  })

  test('uses the fallback if no worker can start or if it fails', async () => {
    const otherwise = (text: string) => Promise.resolve(inColour(`${text} here`))
    const forbidden = inThread(() => {
      throw new Error('SecurityError')
    }, otherwise)
    expect(await forbidden('one', 'ts')).toEqual(inColour('one here'))
    const { open, breakDown, requests } = thread()
    const broken = inThread(open, otherwise)
    const waiting = broken('two', 'ts')
    breakDown()
    expect([await waiting, await broken('three', 'ts')]).toEqual([inColour('two here'), inColour('three here')])
    expect(requests).toHaveLength(1)
  })
})

describe('remembered code', () => {
  test('is found again by text and language', async () => {
    const code = rememberedCode((text) => Promise.resolve(inColour(text)))
    expect(code.known('one', 'ts')).toBeUndefined()
    await code.ask('one', 'ts')
    expect([code.known('one', 'ts'), code.known('one', 'js')]).toEqual([inColour('one'), undefined])
  })

  test('drops the oldest when there is too much', async () => {
    const code = rememberedCode((text) => Promise.resolve(inColour(text)), 20)
    for (const text of ['first text', 'second', 'third']) await code.ask(text, 'ts')
    expect([code.known('first text', 'ts'), code.known('third', 'ts')]).toEqual([undefined, inColour('third')])
  })

  test('is plain if its language fails to load', async () => {
    const code = rememberedCode(() => Promise.reject(new Error('no grammar')))
    expect([await code.ask('one', 'ts'), code.known('one', 'ts')]).toEqual([null, null])
  })
})
