import type { CacheMark } from '../chat/chat-body.ts'
import { openChatServer } from './open-chat-server.ts'
import type { ProviderKind } from './provider-kind.ts'
import { returnsReasoning } from './returns-reasoning.ts'

type Body = Record<string, unknown>

export const openrouter: ProviderKind = {
  label: 'OpenRouter',
  needs: [['OPENROUTER_API_KEY']],
  keyVariable: 'OPENROUTER_API_KEY',
  keyForm: /^sk-or-/u,
  baseURL: 'https://openrouter.ai/api/v1',
  defaultModel: 'openrouter/auto',
  listsModels: true,
  sees: () => false,
  returnsReasoning,
  open: (reach, fetch) => openChatServer(reach, fetch, { rewrite: withEffort, mark: markFor }),
}

const MARK = { cache_control: { type: 'ephemeral' } }

/** Claude caches only marked messages, through a gateway too. */
const markFor = (model: string): CacheMark | undefined => (/(^|\/)claude/.test(model) ? markMessage : undefined)

/** A mark needs a text part. Messages without text are left alone. */
const markMessage: CacheMark = (message) => {
  const { content } = message
  if (typeof content === 'string' && content !== '')
    return { ...message, content: [{ type: 'text', text: content, ...MARK }] }
  if (!Array.isArray(content) || content.length === 0) return message
  return { ...message, content: [...content.slice(0, -1), { ...content.at(-1), ...MARK }] }
}

/** It has its own field for OpenAI's `reasoning_effort`. */
function withEffort({ reasoning_effort: effort, ...body }: Body): Body {
  return effort === undefined ? body : { ...body, reasoning: { effort } }
}
