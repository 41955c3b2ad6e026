import { type ModelServer, startModelServer } from '@convene/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelOfDialect, modelsAt, partsOf, requestOf } from './models.fixture.ts'

const RUNS = process.env.CONVENE_LONG ? 200_000 : 120
const SEED = 20261115

type Recorded = { readonly headers: Headers; readonly bytes: Uint8Array }

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

/** Changes some bytes at a position given as a fraction of the whole. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  take: fc.integer({ min: 0, max: 60 }),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom('\n\n', 'data: ', '[DONE]', '{', '}', '"', '\\', 'null', '1e999', '[]', ': ').map(encode),
  ),
})

const accidents = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  end: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  pieces: fc.integer({ min: 1, max: 7 }),
  breaks: fc.boolean(),
})

type Accidents = typeof accidents extends fc.Arbitrary<infer Value> ? Value : never

describe.each(Object.entries({ ...modelOfDialect, ollama: 'ollama/qwen-test' }))(
  'a corrupted %s stream',
  (_dialect, model) => {
    test('never throws and always ends exactly once', async () => {
      const recorded = await record(model)
      await fc.assert(
        fc.asyncProperty(accidents, async (accident) => {
          const models = modelsAt('http://127.0.0.1:9', { fetch: async () => replay(recorded, accident) })
          const parts = await partsOf(models.stream(requestOf(model), new AbortController().signal))
          const ends = parts.filter((part) => part.type === 'finish' || part.type === 'failed')
          expect(ends).toEqual([parts.at(-1)])
          if (parts.at(-1)?.type === 'failed') expect(parts.some((part) => part.type === 'call')).toBe(false)
        }),
        { numRuns: RUNS, seed: SEED, ...(process.env.CONVENE_LONG ? { interruptAfterTimeLimit: 600_000 } : {}) },
      )
    })
  },
)

/** Records a valid answer of this API as sent over the wire. */
async function record(model: string): Promise<Recorded> {
  server.script(() => ({ text: 'Grüne Äpfel.', reasoning: 'Hm.', calls: [{ name: 'read', input: { path: 'a.md' } }] }))
  let recorded: Recorded | undefined
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init)
    if (!/chat|responses|messages|generate|converse/i.test(String(url))) return response
    const bytes = new Uint8Array(await response.arrayBuffer())
    recorded = { headers: response.headers, bytes }
    return new Response(bytes, { headers: response.headers })
  }
  await partsOf(modelsAt(server.url, { fetch }).stream(requestOf(model), new AbortController().signal))
  if (!recorded) throw new Error(`${model} asked nobody`)
  return recorded
}

function replay({ headers, bytes }: Recorded, { changes, end, pieces, breaks }: Accidents): Response {
  const whole = changes.reduce((stream, { at, take, put }) => {
    const from = Math.floor(at * stream.length)
    return Buffer.concat([stream.subarray(0, from), put, stream.subarray(from + take)])
  }, Buffer.from(bytes))
  const sent = whole.subarray(0, Math.ceil(end * whole.length))
  const size = Math.max(1, Math.ceil(sent.length / pieces))
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < sent.length; at += size) controller.enqueue(new Uint8Array(sent.subarray(at, at + size)))
      if (breaks) controller.error(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }))
      else controller.close()
    },
  })
  return new Response(body, { headers })
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
