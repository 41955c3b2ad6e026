import { items, type ModelRequest } from '@convene/domain'
import type { CallOptions } from './language-model.ts'
import { isLoopback } from './loopback.ts'

/** Where a request goes: the kind of its provider, and its address. */
export type Destination = { readonly type: string; readonly address: string }

type JsonFormat = Extract<NonNullable<CallOptions['responseFormat']>, { type: 'json' }>

/** They apply the schema while the model writes, beside the prompt: what they have cached knows nothing of it. */
const BESIDE_THE_PROMPT = new Set(['ollama', 'llamacpp', 'lmstudio', 'google'])

/** Characters of the shortest beginning that a provider caches, 1,024 tokens, where a token is short. */
const SHORTEST_CACHED = 3_000

/**
 * The schema that the answer is held to, or nothing: then the model keeps to the form that its ask describes. OpenAI and
 * Anthropic put the schema before the system prompt, so a request with another one finds nothing in their cache. There
 * it is sent only if there is nothing to find. With tools it is never sent: several models take only one of the two.
 */
export function responseFormatOf(request: ModelRequest, to: Destination): JsonFormat | undefined {
  const { answer, tools } = request
  if (!answer || tools.length > 0) return undefined
  if (!isBesidePrompt(to) && sharedLength(request) >= SHORTEST_CACHED) return undefined
  return { type: 'json', name: answer.name.replaceAll('-', '_'), schema: answer.schema as JsonFormat['schema'] }
}

/** A server on this machine that speaks the API of OpenAI, such as vLLM, works like these. */
const isBesidePrompt = ({ type, address }: Destination): boolean =>
  BESIDE_THE_PROMPT.has(type) || (type === 'openai-compatible' && isHere(address))

const isHere = (address: string): boolean => URL.canParse(address) && isLoopback(new URL(address).hostname)

/** How many characters of the request another one may begin with. */
function sharedLength({ system, lines, answer }: ModelRequest): number {
  let length = system.length
  if (!answer?.alone)
    for (const line of items(lines)) length += line.role === 'tool' ? line.output.length : line.text.length
  return length
}
