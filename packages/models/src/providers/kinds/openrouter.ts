import type { ProviderKind } from '../provider-kind.ts'
import { openCompatible } from './open-compatible.ts'
import { returnsReasoning } from './returns-reasoning.ts'

type Body = Record<string, unknown>
type Message = { readonly role?: unknown; readonly content?: unknown }

export const openrouter: ProviderKind = {
  label: 'OpenRouter',
  needs: [['OPENROUTER_API_KEY']],
  keyVariable: 'OPENROUTER_API_KEY',
  baseURL: 'https://openrouter.ai/api/v1',
  defaultModel: 'openrouter/auto',
  listsModels: true,
  sees: () => false,
  returnsReasoning,
  open: (reach, fetch) => openCompatible(reach, fetch, { rewrite: (body) => withEffort(markForCache(body)) }),
}

const MARK = { cache_control: { type: 'ephemeral' } }

/** Claude caches only what is marked, through a gateway too: the system prompt and the two newest messages. */
function markForCache(body: Body): Body {
  const { model, messages } = body
  if (!Array.isArray(messages) || !/(^|\/)claude/.test(String(model))) return body
  const marked = new Set([0, messages.length - 2, messages.length - 1])
  return { ...body, messages: messages.map((message, at) => (marked.has(at) ? markMessage(message) : message)) }
}

/** A mark needs a text part. Messages without text are left alone. */
function markMessage(message: Message): Message {
  const { content } = message
  if (typeof content === 'string' && content !== '')
    return { ...message, content: [{ type: 'text', text: content, ...MARK }] }
  if (!Array.isArray(content) || content.length === 0) return message
  return { ...message, content: [...content.slice(0, -1), { ...content.at(-1), ...MARK }] }
}

/** It has its own field for what OpenAI calls `reasoning_effort`. */
function withEffort({ reasoning_effort: effort, ...body }: Body): Body {
  return effort === undefined ? body : { ...body, reasoning: { effort } }
}
