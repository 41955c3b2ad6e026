import type { CallId, ContextLine, Image, SessionId } from '@convene/domain'
import { png } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { modelOfDialect, modelsAt, partsOf, requestOf } from './models.fixture.ts'
import type { ReadImage } from './pictures.ts'
import { providerModels } from './provider-models.ts'

const picture = png(2, 2)
const base64 = picture.toString('base64')
const image: Image = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: picture.length, width: 2, height: 2 }
const call = 'c1-1' as CallId
const conversation: readonly ContextLine[] = [
  { role: 'user', text: '# Respond\nWhat is this?', images: [image] },
  { role: 'assistant', text: '', calls: [{ id: call, tool: 'read', input: { path: 'a.png' } }] },
  { role: 'tool', call, tool: 'read', ok: true, output: 'A PNG image.', images: [image] },
]
const tools = [
  { name: 'read', description: '', input: { type: 'object' }, permission: 'read', readOnly: true, timeoutMs: 1_000 },
]
const here: ReadImage = async (session) => (session === ('S' as SessionId) ? picture : undefined)

/** The request body sent to the provider. */
async function sent(model: string, lines = conversation, images: ReadImage = here): Promise<string> {
  let body = ''
  const fetch = async (_: unknown, init?: RequestInit) => {
    body = String(init?.body)
    return new Response('{"error":{"message":"enough"}}', { status: 400 })
  }
  const models = modelsAt('http://127.0.0.1:1', { fetch: fetch as typeof globalThis.fetch, images })
  await partsOf(models.stream({ ...requestOf(model, ...lines), tools }, new AbortController().signal))
  return body
}

const count = (text: string, part: string): number => text.split(part).length - 1

describe('images in requests', () => {
  test.each([
    ['messages', modelOfDialect.messages],
    ['responses', modelOfDialect.responses],
    ['gemini', modelOfDialect.gemini],
    ['converse', modelOfDialect.converse],
  ])("%s: from the user and from a tool, in the provider's format", async (_, model) => {
    expect(count(await sent(model), base64)).toBe(2)
  })

  test("Anthropic gets a result's image inside the result", async () => {
    const { messages } = JSON.parse(await sent(modelOfDialect.messages))
    const source = { type: 'base64', media_type: 'image/png', data: base64 }
    expect(messages[0].content[1]).toMatchObject({ type: 'image', source })
    expect(messages[2].content[0].content[1]).toMatchObject({ type: 'image', source })
  })

  test('a model not known to accept images gets a description', async () => {
    const body = await sent(modelOfDialect.chat)
    expect(count(body, base64)).toBe(0)
    expect(count(body, 'PNG image, 2 × 2 pixels')).toBe(2)
    expect(body).toContain('You cannot see it.')
  })

  test('if a result can only be text, its image follows in a message', async () => {
    let body = ''
    const fetch = async (_: unknown, init?: RequestInit) => {
      body = String(init?.body)
      return new Response('{}', { status: 400 })
    }
    const local = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1', images: ['llava'] }
    const models = providerModels(
      { providers: { local } },
      {},
      { fetch: fetch as typeof globalThis.fetch, images: here },
    )
    await partsOf(models.stream(requestOf('local/llava', ...conversation), new AbortController().signal))
    const { messages } = JSON.parse(body)
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
    expect(messages[3].content).toBe('A PNG image.')
    expect(messages[4].content[1].image_url.url).toBe(`data:image/png;base64,${base64}`)
    await partsOf(models.stream(requestOf('local/llama', ...conversation), new AbortController().signal))
    expect(count(body, base64)).toBe(0)
  })

  test('an image whose file is gone is described', async () => {
    const body = await sent(modelOfDialect.messages, conversation, async () => undefined)
    expect(count(body, base64)).toBe(0)
    expect(count(body, 'You cannot see it.')).toBe(2)
  })

  test('beyond the request limit, the newest images are shown and the others described', async () => {
    const images = [1, 2, 3].map((at) => ({ ...image, hash: String(at).repeat(64), bytes: 6_000_000 }))
    const body = await sent(modelOfDialect.messages, [{ role: 'user', text: '# Respond\nLook.', images }])
    expect(count(body, base64)).toBe(2)
    expect(count(body, 'You cannot see it.')).toBe(1)
  })
})
