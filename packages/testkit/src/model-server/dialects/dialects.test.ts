import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../answer.ts'
import { type ProviderName, providers } from '../providers.fixture.ts'
import { type ModelServer, startModelServer } from '../server/server.ts'

const tools = [
  {
    type: 'function' as const,
    name: 'read',
    description: 'Reads a file.',
    inputSchema: { type: 'object' as const, properties: { path: { type: 'string' as const } } },
  },
]

const prompt = [
  { role: 'system' as const, content: 'You are Ada, lead of the team Test.\nBe brief.' },
  { role: 'user' as const, content: [{ type: 'text' as const, text: '# Respond\n\nWhat is in a.md?' }] },
  {
    role: 'assistant' as const,
    content: [{ type: 'tool-call' as const, toolCallId: 'c1', toolName: 'read', input: { path: 'a.md' } }],
  },
  {
    role: 'tool' as const,
    content: [
      {
        type: 'tool-result' as const,
        toolCallId: 'c1',
        toolName: 'read',
        output: { type: 'text' as const, value: 'Apples.' },
      },
    ],
  },
]

const asked = { prompt, tools, maxOutputTokens: 100 }
const speaksReasoning = (name: ProviderName) => name !== 'openai chat'

const finishes = [
  ['length', 'length'],
  ['filtered', 'content-filter'],
  ['refused', 'content-filter'],
] as const

/** Mistral has neither refusals nor filters, and the compatible provider has no refusals. */
const finishesOf = (name: ProviderName) =>
  finishes.slice(0, name === 'mistral' ? 1 : name === 'openai compatible' ? 2 : 3)

type StreamPart =
  Awaited<ReturnType<ReturnType<(typeof providers)[ProviderName]>['doStream']>>['stream'] extends ReadableStream<
    infer Part
  >
    ? Part
    : never

type Heard = { text: string; reasoning: string; calls: { tool: string; input: unknown }[]; finish: string }

async function streamed(name: ProviderName, url: string) {
  const { stream } = await providers[name](url).doStream(asked)
  const parts: StreamPart[] = []
  for await (const part of stream) parts.push(part)
  const failed = parts.find((part) => part.type === 'error')
  if (failed) throw failed.error
  const deltas = parts.filter((part) => part.type === 'text-delta' && part.delta !== '')
  const finish = parts.find((part) => part.type === 'finish')
  const heard: Heard = {
    text: parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join(''),
    reasoning: parts.map((part) => (part.type === 'reasoning-delta' ? part.delta : '')).join(''),
    calls: parts
      .filter((part) => part.type === 'tool-call')
      .map((part) => ({ tool: part.toolName, input: JSON.parse(part.input) })),
    finish: finish?.finishReason.unified ?? 'none',
  }
  return { heard, deltas: deltas.length, usage: finish && countsOf(finish.usage) }
}

async function generated(name: ProviderName, url: string) {
  const { content, finishReason, usage } = await providers[name](url).doGenerate(asked)
  const heard: Heard = { text: '', reasoning: '', calls: [], finish: finishReason.unified }
  for (const part of content) {
    if (part.type === 'text') heard.text += part.text
    if (part.type === 'reasoning') heard.reasoning += part.text
    if (part.type === 'tool-call') heard.calls.push({ tool: part.toolName, input: JSON.parse(part.input) })
  }
  return { heard, usage: countsOf(usage) }
}

const countsOf = (usage: {
  inputTokens: { total?: number | undefined; cacheRead?: number | undefined }
  outputTokens: { total?: number | undefined }
}) => ({ input: usage.inputTokens.total, cached: usage.inputTokens.cacheRead, output: usage.outputTokens.total })

describe.each(Object.keys(providers) as ProviderName[])('%s', (name) => {
  let server: ModelServer
  let answer: Answer = {}
  beforeAll(async () => {
    server = await startModelServer({ replies: () => answer })
  })
  afterAll(() => server.close())

  test('receives text, reasoning and usage, streamed and at once', async () => {
    answer = {
      text: 'Apples, größer als Äpfel 🍏, and "quotes".\nA second line.',
      reasoning: 'I have read it.',
      usage: { input: 120, cached: 80, output: 30, reasoning: 10 },
      parts: 7,
    }
    const expected = {
      text: answer.text,
      reasoning: speaksReasoning(name) ? answer.reasoning : '',
      calls: [],
      finish: 'stop',
    }
    const usage = { input: 120, cached: 80, output: 30 }
    const inStream = await streamed(name, server.url)
    expect(inStream.heard).toEqual(expected)
    expect(inStream.deltas).toBe(7)
    expect(inStream.usage).toEqual(usage)
    const atOnce = await generated(name, server.url)
    expect(atOnce).toEqual({ heard: expected, usage })
  })

  test('receives two calls after a text, streamed and at once', async () => {
    answer = {
      text: 'I look.',
      calls: [
        { name: 'read', input: { path: 'a "b".md', lines: [1, 2], deep: { yes: true } } },
        { name: 'read', input: {} },
      ],
    }
    const expected = {
      text: 'I look.',
      reasoning: '',
      calls: answer.calls?.map((call) => ({ tool: call.name, input: call.input })),
      finish: 'tool-calls',
    }
    expect((await streamed(name, server.url)).heard).toEqual(expected)
    expect((await generated(name, server.url)).heard).toEqual(expected)
  })

  test.each(finishesOf(name))('receives the finish %s as %s, streamed and at once', async (finish, expected) => {
    answer = { text: 'Partly', finish }
    expect((await streamed(name, server.url)).heard.finish).toBe(expected)
    expect((await generated(name, server.url)).heard.finish).toBe(expected)
  })

  test('sends requests that are parsed the same in every dialect', async () => {
    answer = {}
    await streamed(name, server.url)
    const request = server.requests.at(-1)
    expect(request).toMatchObject({
      stream: true,
      agent: 'Ada',
      heading: 'Respond',
      tools: ['read'],
      system: 'You are Ada, lead of the team Test.\nBe brief.',
    })
    expect(request?.model).toMatch(/-test$/)
    expect(request?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool'])
    expect(request?.messages[0]?.text).toBe('# Respond\n\nWhat is in a.md?')
    expect(request?.messages[1]?.toolCalls).toMatchObject([{ name: 'read', input: { path: 'a.md' } }])
    expect(request?.messages[2]?.toolResults).toMatchObject([{ output: expect.stringContaining('Apples.') }])
  })

  test('gets the same answer to the same request if nothing is scripted', async () => {
    answer = {}
    const first = await streamed(name, server.url)
    expect(first.heard.text).toMatch(/^Ada answers to "Respond" \([0-9a-f]{8}\)\.$/)
    expect(await streamed(name, server.url)).toEqual(first)
  })
})

test('a call of a grouped tool names its group in the Responses dialect, and an ungrouped one names none', async () => {
  const server = await startModelServer({
    replies: () => ({
      calls: [
        { name: 'task', namespace: 'mcp__team', input: {} },
        { name: 'read', input: {} },
      ],
    }),
  })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer none' }
  const body = JSON.stringify({ model: 'test', input: 'Hand it on.' })
  const response = await fetch(`${server.url}/v1/responses`, { method: 'POST', headers, body })
  const { output } = (await response.json()) as { readonly output: readonly object[] }
  await server.close()
  expect(output).toMatchObject([{ name: 'task', namespace: 'mcp__team' }, { name: 'read' }])
  expect(output[1]).not.toHaveProperty('namespace')
})
