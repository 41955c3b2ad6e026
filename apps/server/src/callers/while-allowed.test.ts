import { expect, test } from 'vitest'
import { whileAllowed } from './while-allowed.ts'

function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own
    },
    cancel: () => {
      isCancelled = true
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return {
    response,
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    isCancelled: () => isCancelled,
  }
}

test('a stream to a program ends once its owner was removed, and nothing more is read for it', async () => {
  const { response, send, isCancelled } = stream()
  let isMember = true
  const reader = whileAllowed(response, async () => isMember, 1).body?.getReader()
  send('one')
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('one')
  isMember = false
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
  expect(isCancelled()).toBe(true)
})

test('a stream whose caller keeps access passes everything on and ends by itself', async () => {
  const { response, send, end } = stream()
  const read = whileAllowed(response, async () => true, 1).text()
  send('one ')
  send('two')
  end()
  expect(await read).toBe('one two')
})

test('an answer that is not a stream stays as it is', () => {
  const response = Response.json({ a: 1 })
  expect(whileAllowed(response, async () => false, 1)).toBe(response)
})
