import {
  type CallId,
  type ContextLine,
  type Json,
  listOf,
  type ModelRequest,
  type SessionId,
  type ToolCall,
} from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import type { Fault } from '@convene/testkit'
import { type ProviderModelOptions, providerModels } from './provider-models.ts'

/** One model per provider API. */
export const modelOfDialect = {
  chat: 'local/llama-test',
  responses: 'openai/gpt-test',
  messages: 'anthropic/claude-test',
  gemini: 'google/gemini-test',
  converse: 'bedrock/anthropic.claude-test',
} as const

/** All provider APIs on one server. */
export const modelsAt = (url: string, options?: ProviderModelOptions) =>
  providerModels(
    {
      providers: {
        local: { type: 'openai-compatible', baseURL: `${url}/v1`, apiKey: 'secret-of-local' },
        openai: { baseURL: `${url}/v1`, apiKey: 'secret-of-openai', api: 'responses' },
        anthropic: { baseURL: url, apiKey: 'secret-of-anthropic' },
        google: { baseURL: `${url}/v1beta`, apiKey: 'secret-of-google' },
        mistral: { baseURL: `${url}/v1`, apiKey: 'secret-of-mistral' },
        openrouter: { baseURL: `${url}/api/v1`, apiKey: 'secret-of-openrouter' },
        groq: { type: 'openai-compatible', baseURL: `${url}/groq/v1`, apiKey: 'secret-of-groq' },
        azure: { baseURL: url, apiKey: 'secret-of-azure', api: 'chat' },
        ollama: { baseURL: url },
        bedrock: { baseURL: url, apiKey: 'secret-of-bedrock' },
      },
    },
    { AWS_REGION: 'us-east-1' },
    options,
  )

const user = (text: string): ContextLine => ({ role: 'user', text })

export const requestOf = (model: string, ...lines: readonly ContextLine[]): ModelRequest => ({
  session: 'S' as SessionId,
  model,
  system: 'You are Ada, member of the team Fruit.',
  lines: listOf(...(lines.length > 0 ? lines : [user('# Respond\nWhich colours do apples have?')])),
  tools: [],
  maxOutput: 1000,
  temperature: 0.3,
  idleMs: 60_000,
  workspace: '/workspace',
  directory: '/workspace',
  agent: 'ada',
  conversation: '1/ada',
})

/** A stream of server-sent events, as a service sends it. */
export const events = (...data: readonly object[]): Fault => ({
  kind: 'fault',
  name: 'events',
  send: (wire) =>
    wire.streaming(data.map((one) => ({ act: 'write', bytes: wire.encode({ kind: 'text', ...eventOf(one) }) }))),
})

const eventOf = (data: object): { event?: string; data: Json } => {
  const { type } = data as { type?: unknown }
  return { ...(typeof type === 'string' && { event: type }), data: data as Json }
}

/** The conversation after an answer, with a result for each of its calls. */
export function afterAnswer(parts: readonly ModelPart[]): readonly ContextLine[] {
  const calls = parts.flatMap((part, at): ToolCall[] =>
    part.type === 'call'
      ? [
          {
            id: `c${at}` as CallId,
            tool: part.tool,
            input: part.input,
            ...(part.provider && { provider: part.provider }),
          },
        ]
      : [],
  )
  return [
    { role: 'user', text: 'Go.' },
    { role: 'assistant', text: textOf(parts), calls },
    ...calls.map(({ id, tool }): ContextLine => ({ role: 'tool', call: id, tool, ok: true, output: 'Done.' })),
  ]
}

export async function partsOf(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const all: ModelPart[] = []
  for await (const part of parts) all.push(part)
  return all
}

export const textOf = (parts: readonly ModelPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
