import { expect, test } from 'vitest'
import type { StreamPart } from '../../language-model/language-model.ts'
import { ChatParts } from './chat-parts.ts'
import { partStream } from './part-stream.ts'

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** The parts of an answer that arrives in these chunks. */
async function partsOf(...chunks: readonly string[]): Promise<readonly StreamPart[]> {
  const bytes = chunks.map((chunk) => Buffer.from(chunk))
  const incoming = { status: 200, statusText: '', headers: new Headers(), close: () => {} }
  const reader = partStream(
    { ...incoming, isDocument: false, read: async () => bytes.shift() },
    new ChatParts('test'),
  ).getReader()
  const parts: StreamPart[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) if (next.value) parts.push(next.value)
  return parts
}

const text = (delta: string) => ({ type: 'text-delta', id: 'text', delta })
const thought = (delta: string) => ({ type: 'reasoning-delta', id: 'reasoning', delta })

test('text that arrives together is one part, and text that arrives later is another', async () => {
  const first = [event({ content: 'One ' }), event({ content: 'two ' }), event({ content: 'three ' })].join('')
  const parts = await partsOf(first, `${event({ content: 'four' })}${event({}, 'stop')}data: [DONE]\n\n`)
  expect(parts).toMatchObject([text('One two three '), text('four'), { type: 'finish' }])
})

test('parts of other kinds keep their place', async () => {
  const said = [
    event({ content: 'a' }),
    event({ content: 'b' }),
    event({ reasoning: 'why' }),
    event({ content: 'c' }),
    event({ content: 'd' }, 'stop'),
  ]
  const parts = await partsOf(`${said.join('')}data: [DONE]\n\n`)
  expect(parts).toMatchObject([text('ab'), thought('why'), text('cd'), { type: 'finish' }])
})
