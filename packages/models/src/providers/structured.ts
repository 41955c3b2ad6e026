import { emptyList, type ModelRequest } from '@convene/domain'
import type { CallOptions } from '../language-model/language-model.ts'
import { isLocalAddress } from '../transport/loopback.ts'
import { charactersOf } from './cut-conversation.ts'

/** Where a request goes: the kind of its provider, and its address. */
export type Destination = { readonly type: string; readonly address: string }

type JsonFormat = Extract<NonNullable<CallOptions['responseFormat']>, { type: 'json' }>

/** These apply the schema during generation, not as part of the prompt, so it does not affect their cache. */
const BESIDE_THE_PROMPT = new Set(['ollama', 'llamacpp', 'lmstudio', 'google'])

/** Providers cache prefixes of at least 1,024 tokens. This is that in characters, for short tokens. */
const SHORTEST_CACHED = 3_000

/**
 * The schema to enforce. Without one, the model follows the format described in its prompt. OpenAI and Anthropic put
 * the schema before the system prompt, so changing it invalidates their cache: they get it only if nothing is cached
 * yet. It is never sent together with tools, because several models accept only one of the two.
 */
export function responseFormatOf(request: ModelRequest, to: Destination): JsonFormat | undefined {
  const { answer, tools } = request
  if (!answer || tools.length > 0) return undefined
  if (!isBesidePrompt(to) && sharedLength(request) >= SHORTEST_CACHED) return undefined
  return { type: 'json', name: answer.name.replaceAll('-', '_'), schema: answer.schema as JsonFormat['schema'] }
}

/** Local servers with an OpenAI-compatible API, such as vLLM, work the same way. */
const isBesidePrompt = ({ type, address }: Destination): boolean =>
  BESIDE_THE_PROMPT.has(type) || (type === 'openai-compatible' && isLocalAddress(address))

/** How many characters of this request another request could share as its prefix. */
const sharedLength = ({ system, lines, answer }: ModelRequest): number =>
  charactersOf({ system, lines: answer?.alone ? emptyList() : lines })
