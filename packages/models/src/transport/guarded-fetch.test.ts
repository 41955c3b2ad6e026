import { expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import type { IncomingAnswer } from './transport.ts'

const endless = (chunk: string): IncomingAnswer => ({
  status: 200,
  statusText: 'OK',
  headers: new Headers({ 'content-type': 'text/event-stream' }),
  read: async () => new TextEncoder().encode(chunk),
  close: () => {},
})

const read = async (incoming: IncomingAnswer) =>
  (await guardedFetch(async () => incoming, { bytes: 10_000, lineBytes: 1000 })('http://127.0.0.1/')).text()

test('an endless answer is cut', async () => {
  await expect(read(endless('data: more\n\n'))).rejects.toThrow('longer than 10000 bytes')
})

test('an endless line is cut', async () => {
  await expect(read(endless('more'))).rejects.toThrow('a line is longer than 1000 bytes')
})

test('cutting an answer closes the connection', async () => {
  let closed = false
  const incoming = {
    ...endless('more'),
    close: () => {
      closed = true
    },
  }
  await expect(read(incoming)).rejects.toThrow()
  expect(closed).toBe(true)
})
