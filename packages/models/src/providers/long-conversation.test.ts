import { append, type CallId, type ContextLine, emptyList, type Image, type List, listOf } from '@convene/domain'
import { png, startModelServer } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatMessages } from './chat/chat-messages.ts'
import { modelsAt, partsOf, requestOf } from './models.fixture.ts'
import { callOptionsOf } from './prompt.ts'
import { providerModels } from './provider-models.ts'

type Body = { readonly messages: readonly unknown[] }

const live = () => new AbortController().signal
const picture = png(1, 1)
const image = (at: number): Image => ({ hash: String(at), mediaType: 'image/png', bytes: 4, width: 1, height: 1 })

/** The bodies of requests with these conversations, one after another, from the same program. */
async function bodiesOf(
  conversations: readonly List<ContextLine>[],
  model = 'local/llama-test',
): Promise<readonly Body[]> {
  const bodies: Body[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)))
    return new Response('{"error":{"message":"enough"}}', { status: 400 })
  }
  const local = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1', images: ['llava'] }
  const options = { fetch: fetch as typeof globalThis.fetch, images: async () => picture }
  const models = providerModels({ providers: { local } }, {}, options)
  for (const lines of conversations) await partsOf(models.stream({ ...requestOf(model), lines }, live()))
  return bodies
}

/** The same without anything from earlier requests. */
function plainMessages(lines: List<ContextLine>, model = 'local/llama-test'): unknown {
  const provider = { choose: () => ({ doStream: () => Promise.reject(new Error('is not asked')) }), flatResults: true }
  const { prompt } = callOptionsOf({ ...requestOf(model), lines }, provider)
  return JSON.parse(JSON.stringify(chatMessages(prompt, 'local')))
}

/** What an agent adds to its conversation in one step: a question, an answer, or calls with their results. */
const step = fc.record({
  kind: fc.constantFrom('user', 'answer', 'calls', 'empty', 'picture'),
  calls: fc.integer({ min: 1, max: 40 }),
  text: fc.constantFrom('Grün, "or" not?', 'One\ntwo', '😀', ''),
})

let made = 0
function linesOf({ kind, calls, text }: { kind: string; calls: number; text: string }): readonly ContextLine[] {
  made += 1
  if (kind === 'user') return [{ role: 'user', text }]
  if (kind === 'picture') return [{ role: 'user', text, images: [image(made)] }]
  if (kind === 'empty') return [{ role: 'assistant', text: '', calls: [] }]
  if (kind === 'answer') return [{ role: 'assistant', text, calls: [] }]
  const wanted = Array.from({ length: calls }, (_, at) => ({
    id: `${made}-${at}` as CallId,
    tool: 'read',
    input: { path: text },
    provider: { model: at % 2 === 0 ? 'local/llama-test' : 'local/other', message: { note: at } },
  }))
  const results = wanted.map(({ id, tool }): ContextLine => ({ role: 'tool', call: id, tool, ok: true, output: text }))
  return [{ role: 'assistant', text, calls: wanted }, ...results]
}

describe('a long conversation', () => {
  test('is sent as if it were sent at once, at every point of its growth, for any content', async () => {
    const growth = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(growth, async (parts) => {
        const grown: List<ContextLine>[] = []
        for (const part of parts)
          grown.push(part.flatMap(linesOf).reduce(append, grown.at(-1) ?? emptyList<ContextLine>()))
        const bodies = await bodiesOf(grown)
        expect(bodies.map(({ messages }) => messages)).toEqual(grown.map((lines) => plainMessages(lines)))
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  test('continues in two ways from the same beginning, as in a fork', async () => {
    const calls = [{ id: 'c1' as CallId, tool: 'read', input: {} }]
    const said = Array.from({ length: 31 }, (_, at): ContextLine => ({ role: 'user', text: `Line ${at}` }))
    const begun = listOf<ContextLine>(...said, { role: 'assistant', text: '', calls })
    const result: ContextLine = { role: 'tool', call: 'c1' as CallId, tool: 'read', ok: true, output: 'Read.' }
    const one = append(append(begun, result), { role: 'user', text: 'One' })
    const other = append(append(begun, { ...result, output: 'Read again.' }), { role: 'user', text: 'Other' })
    const bodies = await bodiesOf([one, other, one])
    expect(bodies.map(({ messages }) => messages)).toEqual([one, other, one].map((lines) => plainMessages(lines)))
  })

  test('numbers its calls from its own beginning, even if it shares a later part with another', async () => {
    const called = (calls: number) => linesOf({ kind: 'calls', calls, text: 'Go' })
    const shared = called(31)
    const begunWith = (full: readonly ContextLine[]) => ({
      size: 65,
      full: [full, shared],
      tail: [{ role: 'user', text: 'So?' }],
    })
    const both = [called(31), Array(32).fill({ role: 'user', text: 'Hm' })].map(begunWith) as List<ContextLine>[]
    const bodies = await bodiesOf(both)
    expect(bodies.map(({ messages }) => messages)).toEqual(both.map((lines) => plainMessages(lines)))
  })

  test('shows its newest pictures, and describes those it showed before', async () => {
    const pictures = (count: number) =>
      Array.from({ length: count }, () => linesOf({ kind: 'picture', calls: 0, text: 'Look' })).flat()
    const begun = listOf(...pictures(40))
    const bodies = await bodiesOf([begun, pictures(15).reduce(append, begun)], 'local/llava')
    const shown = bodies.map(({ messages }) => messages.map((message) => JSON.stringify(message).includes('image_url')))
    expect(shown.map((all) => all.lastIndexOf(false))).toEqual([20, 35])
    expect(shown.map((all) => all.indexOf(true))).toEqual([21, 36])
  })

  test('goes to another model without the first one’s own state', async () => {
    const lines = Array.from({ length: 30 }, () => linesOf({ kind: 'calls', calls: 2, text: 'Go' })).flat()
    const conversation = listOf(...lines)
    await bodiesOf([conversation])
    const [body] = await bodiesOf([conversation], 'local/other')
    expect(body?.messages).toEqual(plainMessages(conversation, 'local/other'))
  })

  test('arrives whole over HTTP', async () => {
    const server = await startModelServer()
    server.script(() => ({ text: 'Red.' }))
    const lines = listOf<ContextLine>(
      ...Array.from({ length: 200 }, (_, at): ContextLine => ({ role: 'user', text: `Grün ${at} 😀` })),
    )
    const models = modelsAt(server.url)
    for (const conversation of [lines, append(lines, { role: 'user', text: 'And now?' })]) {
      const parts = await partsOf(models.stream({ ...requestOf('local/llama-test'), lines: conversation }, live()))
      expect(parts.at(-1)).toMatchObject({ type: 'finish' })
      expect(server.requests.at(-1)?.body).toMatchObject({ messages: plainMessages(conversation) })
    }
    await server.close()
  })
})

describe('the lines that a request reads', () => {
  /** A line that counts how often it is read. */
  const counted = (text: string, read: () => void): ContextLine => ({
    role: 'user',
    get text() {
      read()
      return text
    },
  })

  test('are only the newest ones, however long the conversation is', async () => {
    let reads = 0
    const line = (at: number) => counted(`Line ${at}`, () => (reads += 1))
    const before = listOf(...Array.from({ length: 2_000 }, (_, at) => line(at)))
    const [, after] = [await bodiesOf([before]), append(append(before, line(2_000)), line(2_001))]
    reads = 0
    await bodiesOf([after])
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(200)
  })
})
