import { describe, expect, test } from 'vitest'
import { clientStream, type Intake, pieceOf, type Source } from './client-stream.ts'

/** A store of numbered events, and its followers. */
function store(count: number) {
  const takes = new Set<Intake>()
  let head = count
  let reads = 0
  const piece = (seq: number) => pieceOf(`<${seq}>`, seq)
  const source: Source = {
    stored: async (after) => {
      reads += 1
      return Array.from({ length: Math.min(3, Math.max(0, head - after)) }, (_, index) => piece(after + index + 1))
    },
    follow: (after, take) => {
      takes.add(take)
      for (let seq = after + 1; seq <= head; seq++) take.must(piece(seq))
      return () => takes.delete(take)
    },
  }
  return {
    source,
    reads: () => reads,
    followers: () => takes.size,
    happens: () => {
      head += 1
      for (const take of takes) take.must(piece(head))
    },
    whispers: (text: string) => {
      for (const take of takes) take.may(pieceOf(text))
    },
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, until: string): Promise<string> {
  let text = ''
  while (!text.includes(until)) {
    const { done, value } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
  }
  return text
}

const numbers = (text: string): number[] => Array.from(text.matchAll(/<(\d+)>/gu), ([, seq]) => Number(seq))
const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1)

describe("a client's stream", () => {
  test('sends the store first, then new events, without gaps or repeats', async () => {
    const log = store(10)
    const reader = clientStream(log.source, { after: 2, now: () => 0 }).getReader()
    const text = await read(reader, '<10>')
    const more = read(reader, '<12>')
    await Promise.resolve()
    log.happens()
    log.happens()
    expect(numbers(text + (await more))).toEqual(upTo(12, 2))
    await reader.cancel()
    expect(log.followers()).toBe(0)
  })

  test('buffers a bounded amount: whatever does not fit comes from the store', async () => {
    const log = store(1)
    const reader = clientStream(log.source, { after: 0, now: () => 0, room: 40 }).getReader()
    let text = await read(reader, '<1>')
    const waiting = read(reader, '<2>')
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    log.happens()
    text += await waiting
    for (let count = 0; count < 500; count++) log.happens()
    expect(log.followers()).toBe(0)
    text += await read(reader, '<502>')
    expect(numbers(text)).toEqual(upTo(502))
    await reader.cancel()
  })

  test('drops live text if there is no room, and follows again to make up for it', async () => {
    const log = store(0)
    const reader = clientStream(log.source, { after: 0, now: () => 0, room: 40 }).getReader()
    await reader.read()
    const first = reader.read()
    await new Promise((resolve) => setImmediate(resolve))
    log.whispers('one ')
    expect(new TextDecoder().decode((await first).value)).toBe('one ')
    await new Promise((resolve) => setImmediate(resolve))
    log.whispers('two ')
    log.whispers('three is much too long for the little room there is')
    log.happens()
    expect(await read(reader, '<1>')).toBe('two <1>')
    const last = read(reader, '<2>')
    await new Promise((resolve) => setImmediate(resolve))
    expect(log.followers()).toBe(1)
    log.happens()
    expect(numbers(await last)).toEqual([2])
    await reader.cancel()
  })

  test('ends if the client reads nothing for too long', async () => {
    const log = store(20)
    let now = 0
    const stream = clientStream(log.source, { after: 0, now: () => now, beatMs: 1, patienceMs: 1_000 })
    const reader = stream.getReader()
    await reader.read()
    await new Promise((resolve) => setImmediate(resolve))
    now = 2_000
    const ended = reader.closed.then(() => 'closed')
    await new Promise((resolve) => setTimeout(resolve, 5))
    let text = ''
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += new TextDecoder().decode(piece.value)
    expect(await ended).toBe('closed')
    expect(numbers(text).length).toBeLessThan(20)
  })
})
