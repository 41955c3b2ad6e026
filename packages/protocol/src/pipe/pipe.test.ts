import { describe, expect, test } from 'vitest'
import { answerPipe, type RequestAnswering } from './answer-pipe.ts'
import { bytesOf, type Pipe, type PipeFrame, pipeChunk } from './frame.ts'
import { pipeFetch } from './pipe-fetch.ts'

/** Two ends that exchange JSON like a real pipe. */
function ends(): readonly [Pipe, Pipe, { readonly frames: PipeFrame[] }] {
  const takers: [Set<(frame: PipeFrame) => void>, Set<(frame: PipeFrame) => void>] = [new Set(), new Set()]
  const frames: PipeFrame[] = []
  const end = (own: 0 | 1): Pipe => ({
    send: (frame) => {
      frames.push(frame)
      const text = JSON.stringify(frame)
      for (const take of takers[own === 0 ? 1 : 0]) queueMicrotask(() => take(JSON.parse(text) as PipeFrame))
    },
    hear: (take) => {
      takers[own].add(take)
      return () => takers[own].delete(take)
    },
  })
  return [end(0), end(1), { frames }]
}

function connected(answer: RequestAnswering) {
  const [near, far, seen] = ends()
  const stop = answerPipe(far, answer, 'http://there.invalid')
  return { fetch: pipeFetch(near), stop, ...seen }
}

describe('a call over a pipe', () => {
  test('is answered as over a network: method, path, headers, body and status', async () => {
    const { fetch } = connected(async (request) =>
      Response.json(
        {
          method: request.method,
          url: request.url,
          token: request.headers.get('authorization'),
          body: await request.text(),
        },
        { status: 201 },
      ),
    )
    const response = await fetch('/api/x?y=1', { method: 'POST', body: 'grüß', headers: { authorization: 'Bearer t' } })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      method: 'POST',
      url: 'http://there.invalid/api/x?y=1',
      token: 'Bearer t',
      body: 'grüß',
    })
  })

  test('returns bytes unchanged', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
    const { fetch } = connected(() => new Response(bytes))
    expect(new Uint8Array(await (await fetch('/file')).arrayBuffer())).toEqual(bytes)
    expect(bytesOf(pipeChunk(bytes))).toEqual(bytes)
  })

  test('that fails on the other side is an error, not an endless wait', async () => {
    const { fetch } = connected(() => {
      throw new Error('broken')
    })
    await expect(fetch('/x')).rejects.toThrow('gone')
  })
})

describe('a stream over a pipe', () => {
  test('is read chunk by chunk, and the writer waits for a slow reader', async () => {
    let written = 0
    const endless = () =>
      new ReadableStream<Uint8Array>(
        { pull: (controller) => controller.enqueue(new TextEncoder().encode(`${written++} `)) },
        { highWaterMark: 0 },
      )
    const { fetch } = connected(() => new Response(endless()))
    const reader = (await fetch('/stream')).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('0 ')
    await new Promise(setImmediate)
    expect(written).toBeLessThan(30)
    await reader?.cancel()
  })

  test('tells the other side when it is cancelled', async () => {
    const cut: string[] = []
    const { fetch } = connected((request) => {
      request.signal.addEventListener('abort', () => cut.push('cut'))
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([1])) }))
    })
    const ending = new AbortController()
    const response = await fetch('/stream', { signal: ending.signal })
    ending.abort()
    await expect(response.text()).rejects.toThrow()
    await expect.poll(() => cut).toEqual(['cut'])
  })
})
