import type { Json } from '@convene/domain'
import { fields, list } from '../loose.ts'
import { pairProblem } from './pairs.ts'
import {
  anything,
  byField,
  either,
  fieldsOf,
  filled,
  first,
  flag,
  listOf,
  matching,
  number,
  oneOf,
  type Shape,
  schema,
  text,
  toolName,
} from './shape.ts'

const type = oneOf('text', 'image_url', 'function')
const mark = { cache_control: anything }
const parts = listOf(
  byField('type', {
    text: fieldsOf({ type, text: filled }, mark),
    image_url: fieldsOf({ type, image_url: fieldsOf({ url: text }, { detail: text }) }, mark),
  }),
  1,
)
const content = either(text, parts)
const nothing: Shape = (value, at) => (value === null ? undefined : `${at}: expected null`)
/** The longest id that OpenAI takes. Mistral wants nine letters and digits. */
const id = matching(/^[\w-]{1,40}$/)
const call = fieldsOf(
  { id, type, function: fieldsOf({ name: toolName, arguments: text }) },
  { extra_content: anything },
)
const role = anything

const message = byField('role', {
  system: fieldsOf({ role, content }, { name: text }),
  developer: fieldsOf({ role, content }, { name: text }),
  user: fieldsOf({ role, content }, { name: text }),
  assistant: fieldsOf(
    { role },
    {
      content: either(nothing, content),
      tool_calls: listOf(call, 1),
      reasoning_content: text,
      reasoning_details: listOf(anything),
      prefix: flag,
    },
  ),
  tool: fieldsOf({ role, content, tool_call_id: id }, { name: text }),
})

const tool = fieldsOf({
  type,
  function: fieldsOf({ name: toolName, parameters: schema }, { description: text, strict: flag }),
})

const shape = fieldsOf(
  { model: filled, messages: listOf(message, 1) },
  {
    stream: flag,
    stream_options: fieldsOf({}, { include_usage: flag }),
    max_tokens: number(1),
    max_completion_tokens: number(1),
    temperature: number(0, 2),
    top_p: number(0, 1),
    tools: listOf(tool, 1),
    tool_choice: either(oneOf('auto', 'none', 'required', 'any'), anything),
    response_format: anything,
    reasoning_effort: oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
    reasoning: anything,
    thinking: anything,
    parallel_tool_calls: flag,
  },
)

/** What OpenAI and its imitators refuse in a chat request. */
export function chatProblem(body: Json): string | undefined {
  const { messages, max_tokens, max_completion_tokens } = fields(body)
  const lines = list(messages).map(fields)
  const isBoth = max_tokens !== undefined && max_completion_tokens !== undefined
  return first([
    shape(body, 'body'),
    isBoth ? 'body.max_tokens: set only one of max_tokens and max_completion_tokens' : undefined,
    pairProblem(
      lines.map((line) => ({
        calls: list(line.tool_calls).map((one) => fields(one).id),
        results: line.role === 'tool' ? [line.tool_call_id] : [],
      })),
    ),
  ])
}
