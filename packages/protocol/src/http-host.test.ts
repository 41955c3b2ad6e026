import type { WireEvent } from '@convene/domain'
import { expect, test } from 'vitest'
import { httpHost } from './http-host.ts'

const eventOf = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify({ seq })}\n\n`

/** A server that streams these chunks and then stays open. */
const streaming = (pieces: readonly string[]): typeof fetch =>
  (() => {
    const body = new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  }) as typeof fetch

test('a stream with many chunks ready is read one at a time, with a pause after each', async () => {
  const steps: string[] = []
  const host = httpHost({
    fetch: streaming([eventOf(1), eventOf(2) + eventOf(3), eventOf(4)]),
    breathe: async () => {
      steps.push('breath')
    },
  })
  const read = Promise.withResolvers<void>()
  const stop = host.events('01J', 0, {
    events: (events: readonly WireEvent[]) => {
      steps.push(events.map(({ seq }) => seq).join())
      if (events.some(({ seq }) => seq === 4)) read.resolve()
    },
  })
  await read.promise
  stop()
  expect(steps.slice(0, 5)).toEqual(['1', 'breath', '2,3', 'breath', '4'])
})
