import { isDeepStrictEqual } from 'node:util'
import {
  type CallId,
  type ContextLine,
  type Json,
  listOf,
  type ModelRequest,
  type SessionId,
  type ToolCall,
  type ToolSpec,
} from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { providerModels } from '@convene/models'
import { type Fault, type ModelServer, strictModel } from '@convene/testkit'
import { type Expected, expectedOf } from './expected.ts'
import { fields, string } from './held/held.ts'
import { bytesOf, type Recording } from './recording.ts'

/** How many bytes arrive at a time. `null`: as the network delivers them. */
export type Cut = number | null

/** How our adapter's reading differs from the recording, in sentences. `wire` is what the server sends. */
export async function problemsWith(
  server: ModelServer,
  recording: Recording,
  cut: Cut,
  wire = recording,
): Promise<readonly string[]> {
  const expected = expectedOf(recording)
  server.script(() => sent(wire))
  const request = requestFor(recording, expected)
  const parts = await answered(server.url, request, cut)
  if (expected.kind === 'failure') return wrongFailure(expected, parts)
  return [...differences(expected, parts), ...(await refusedNext(server, request, parts))]
}

/** Sends the results of its calls back with the answer, to a service that accepts only the published format. */
async function refusedNext(server: ModelServer, request: ModelRequest, said: readonly ModelPart[]) {
  const calls = said.flatMap((part, at): ToolCall[] => {
    if (part.type !== 'call') return []
    const { type: _, invalid: _invalid, ...call } = part
    return [{ id: `c${at}` as CallId, ...call }]
  })
  if (calls.length === 0) return []
  const lines: ContextLine[] = [
    { role: 'user', text: 'Go.' },
    { role: 'assistant', text: textOf(said), calls },
    ...calls.map(({ id, tool }): ContextLine => ({ role: 'tool', call: id, tool, ok: true, output: 'Done.' })),
  ]
  server.script(strictModel(() => ({ text: 'Done.' })))
  const end = (await answered(server.url, { ...request, lines: listOf(...lines) }, null)).at(-1)
  return end?.type === 'finish' ? [] : [`the next request was refused: ${JSON.stringify(end)}`]
}

const textOf = (parts: readonly ModelPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

const sent = (recording: Recording): Fault => ({
  kind: 'fault',
  name: recording.id,
  send: () => ({
    status: recording.status,
    headers: recording.headers,
    acts: [{ act: 'write', bytes: bytesOf(recording) }],
  }),
})

async function answered(url: string, request: ModelRequest, cut: Cut): Promise<readonly ModelPart[]> {
  const key = { apiKey: 'secret-of-nobody' }
  const own = { type: 'openai-compatible', baseURL: `${url}/v1`, ...key }
  const models = providerModels(
    {
      providers: {
        own,
        hosted: { type: 'openai', baseURL: `${url}/v1`, api: 'chat', ...key },
        openai: { baseURL: `${url}/v1`, api: 'responses', ...key },
        anthropic: { baseURL: url, ...key },
        google: { baseURL: `${url}/v1beta`, ...key },
        mistral: { baseURL: `${url}/v1`, ...key },
        openrouter: { baseURL: `${url}/api/v1`, ...key },
        azure: { baseURL: url, api: 'chat', ...key },
        bedrock: { baseURL: url, ...key },
      },
    },
    { AWS_REGION: 'us-east-1' },
    cut === null ? {} : { fetch: cutting(cut) },
  )
  const parts: ModelPart[] = []
  for await (const part of models.stream(request, new AbortController().signal)) parts.push(part)
  return parts
}

/** A fetch whose bodies arrive in pieces of this size. */
const cutting =
  (size: number): typeof globalThis.fetch =>
  async (input, init) => {
    const { body, status, statusText, headers } = await fetch(input, init)
    const pieces = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (let at = 0; at < chunk.length; at += size) controller.enqueue(chunk.subarray(at, at + size))
      },
    })
    return new Response(body?.pipeThrough(pieces) ?? null, { status, statusText, headers })
  }

const providers: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  bedrock: 'bedrock',
  google: 'google',
  mistral: 'mistral',
  responses: 'openai',
  'chat-azure': 'azure',
  'chat-openai': 'hosted',
  'chat-openrouter': 'openrouter',
}

/** The recorded model, and the tools it calls. The prompt does not matter here. */
function requestFor({ dialect, request }: Recording, expected: Expected): ModelRequest {
  const model = string(fields(request?.body).model) || modelIn(request?.uri ?? '') || 'recorded'
  const names = expected.kind === 'answer' ? expected.calls.map(({ tool }) => tool) : []
  return {
    session: 'S' as SessionId,
    model: `${providers[dialect] ?? 'own'}/${model}`,
    system: '',
    lines: listOf({ role: 'user', text: 'Go.' } as const),
    tools: [...new Set(names)].map(toolNamed),
    maxOutput: 4_000,
    idleMs: 60_000,
    workspace: '/',
    directory: '/',
    agent: 'ada',
    conversation: '1/ada',
  }
}

const modelIn = (uri: string): string => decodeURIComponent(/\/models?\/([^/:]+(?::\d+)?)/.exec(uri)?.[1] ?? '')

const toolNamed = (name: string): ToolSpec => ({
  name,
  description: '',
  input: { type: 'object', properties: {} },
  permission: name,
  readOnly: true,
  timeoutMs: 1_000,
})

function differences(expected: Extract<Expected, { kind: 'answer' }>, parts: readonly ModelPart[]): readonly string[] {
  const end = parts.at(-1)
  if (end?.type !== 'finish') return [`expected ${expected.finish}, got ${JSON.stringify(end)}`]
  const offered = new Set(expected.calls.map(({ tool }) => tool))
  const all = parts.flatMap((part) => (part.type === 'call' ? [{ tool: part.tool, input: part.input }] : []))
  const calls = all.filter(({ tool }) => offered.has(tool))
  // Tools that a provider runs itself: we never offer them, so nobody reads these calls.
  const isForeign = calls.length < all.length
  const usage = end.usage && { input: end.usage.input, output: end.usage.output }
  return [
    ...differs('text', textOf(parts), expected.text),
    ...differs('calls', calls, expected.calls as Json),
    ...differs('usage', usage, expected.usage),
    ...(isForeign ? [] : differs('finish', end.finish, expected.finish)),
  ]
}

const differs = (what: string, got: unknown, wanted: unknown): readonly string[] =>
  isDeepStrictEqual(got, wanted) ? [] : [`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`]

function wrongFailure(
  expected: Extract<Expected, { kind: 'failure' }>,
  parts: readonly ModelPart[],
): readonly string[] {
  const end = parts.at(-1)
  // Only calls of such tools.
  if (expected.codes.includes('empty_reply') && parts.some(({ type }) => type === 'call')) return []
  if (end?.type !== 'failed') return [`expected a failure (${expected.codes.join(', ')}), got ${JSON.stringify(end)}`]
  // A refused parameter: the call is repeated without it, and the message is ours.
  if (end.code === 'bad_request' && end.retryable) return []
  const start = expected.says.slice(0, 40)
  return [
    ...(expected.codes.includes(end.code)
      ? []
      : [`expected ${expected.codes.join(' or ')}, got ${JSON.stringify(end)}`]),
    ...(end.message.includes(start) ? [] : [`the message lacks ${JSON.stringify(start)}: ${end.message}`]),
  ]
}
