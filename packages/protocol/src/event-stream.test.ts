import { expect, test } from 'vitest'
import { eventStreamReader } from './event-stream.ts'

const stream = ': hello\n\nid: 1\ndata: {"seq":1}\n\nevent: delta\ndata: {"text":"a"}\n\nid: 2\ndata: {"seq":2}\n\n'
const expected = [
  { type: 'message', id: '1', data: '{"seq":1}' },
  { type: 'delta', data: '{"text":"a"}' },
  { type: 'message', id: '2', data: '{"seq":2}' },
]

test.each([1, 2, 3, 7, 1_000])('messages are the same when the stream arrives in chunks of %i characters', (size) => {
  const read = eventStreamReader()
  const messages = []
  for (let at = 0; at < stream.length; at += size) messages.push(...read(stream.slice(at, at + size)))
  expect(messages).toEqual(expected)
})

test('an incomplete message is kept for later', () => {
  const read = eventStreamReader()
  expect(read('data: a\n')).toEqual([])
  expect(read('\n')).toEqual([{ type: 'message', data: 'a' }])
})
