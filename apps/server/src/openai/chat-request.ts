import { type Result, refuse } from '@convene/domain'
import { quoteFile } from '@convene/host'
import { z } from 'zod'

const MOST_QUOTED = 200_000

const Part = z.object({ type: z.string(), text: z.string().optional() })
const Message = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
})

/** A chat completion as programs ask for it. What a team has no use for, such as a temperature, is ignored. */
export const ChatRequest = z.object({
  model: z.string().max(200),
  messages: z.array(Message).min(1).max(2_000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  tool_choice: z.unknown().optional(),
  n: z.number().nullish(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** What the team is asked: the last message of the user, with everything before it quoted below. */
export function goalOf({ messages, tool_choice, n }: ChatRequest): Result<string> {
  const isForced = tool_choice === 'required' || (typeof tool_choice === 'object' && tool_choice !== null)
  if (isForced) return refuse('tools_unsupported', 'A team does not call your tools. Leave tool_choice out.')
  if (typeof n === 'number' && n > 1) return refuse('bad_request', 'A team gives one answer. Leave n out.')
  const strange = messages.flatMap(partsOf).find(({ type }) => type !== 'text')
  if (strange) return refuse('bad_request', `Content of type "${strange.type}" is not supported. Send text.`)
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const goal = last < 0 ? '' : textOf(messages[last])
  if (goal === '') return refuse('bad_request', 'The last message of the user is empty.')
  const before = messages
    .filter((_, index) => index !== last)
    .map((message) => `${message.role}: ${textOf(message)}`)
    .filter((line) => !line.endsWith(': '))
  if (before.length === 0) return { ok: true, value: goal }
  const quoted = quoteFile('conversation.md', before.join('\n\n').slice(-MOST_QUOTED))
  return { ok: true, value: `${goal}\n\nWhat was said before:\n\n${quoted}` }
}

const partsOf = ({ content }: z.infer<typeof Message>): readonly z.infer<typeof Part>[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])

const textOf = (message: z.infer<typeof Message> | undefined): string =>
  (message ? partsOf(message) : [])
    .map(({ text = '' }) => text)
    .join('\n')
    .trim()
