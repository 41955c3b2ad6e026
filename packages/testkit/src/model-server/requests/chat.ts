import type { Json } from '@convene/domain'
import { fields, list, string } from '../loose.ts'
import { pairProblem } from './pairs.ts'
import * as is from './shape.ts'

const type = is.oneOf('text', 'image_url', 'function')
const mark = { cache_control: is.anything }
const parts = is.listOf(
  is.byField('type', {
    text: is.fieldsOf({ type, text: is.filled }, mark),
    image_url: is.fieldsOf({ type, image_url: is.fieldsOf({ url: is.text }, { detail: is.text }) }, mark),
  }),
  1,
)
const content = is.either(is.text, parts)
const nothing: is.Shape = (value, at) => (value === null ? undefined : `${at}: expected null`)
/** The longest id that OpenAI accepts. Mistral requires nine letters and digits. */
const id = is.matching(/^[\w-]{1,40}$/)
const call = is.fieldsOf(
  { id, type, function: is.fieldsOf({ name: is.toolName, arguments: is.text }) },
  { extra_content: is.anything },
)
const role = is.anything

const message = is.byField('role', {
  system: is.fieldsOf({ role, content }, { name: is.text }),
  developer: is.fieldsOf({ role, content }, { name: is.text }),
  user: is.fieldsOf({ role, content }, { name: is.text }),
  assistant: is.fieldsOf(
    { role },
    {
      content: is.either(nothing, content),
      tool_calls: is.listOf(call, 1),
      reasoning_content: is.text,
      reasoning_details: is.listOf(is.anything),
      prefix: is.flag,
    },
  ),
  tool: is.fieldsOf({ role, content, tool_call_id: id }, { name: is.text }),
})

const tool = is.fieldsOf({
  type,
  function: is.fieldsOf({ name: is.toolName, parameters: is.schema }, { description: is.text, strict: is.flag }),
})

const format = is.byField('type', {
  text: is.fieldsOf({ type: is.anything }),
  json_object: is.fieldsOf({ type: is.anything }),
  json_schema: is.fieldsOf({
    type: is.anything,
    json_schema: is.fieldsOf({ name: is.toolName, schema: is.answerSchema }, { strict: is.flag, description: is.text }),
  }),
})
const effort = is.oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')

const shape = is.fieldsOf(
  { model: is.filled, messages: is.listOf(message, 1) },
  {
    stream: is.flag,
    stream_options: is.fieldsOf({}, { include_usage: is.flag }),
    max_tokens: is.number(1),
    max_completion_tokens: is.number(1),
    temperature: is.number(0, 2),
    top_p: is.number(0, 1),
    tools: is.listOf(tool, 1),
    tool_choice: is.either(is.oneOf('auto', 'none', 'required', 'any'), is.anything),
    response_format: format,
    reasoning_effort: effort,
    reasoning: is.fieldsOf({}, { effort, max_tokens: is.number(1), exclude: is.flag, enabled: is.flag }),
    thinking: is.fieldsOf({ type: is.oneOf('enabled', 'disabled') }),
    parallel_tool_calls: is.flag,
  },
)

/** What OpenAI and its imitators refuse in a chat request. */
export function chatProblem(body: Json, path: string): string | undefined {
  const { model, messages, max_tokens, max_completion_tokens } = fields(body)
  const lines = list(messages).map(fields)
  const isBoth = max_tokens !== undefined && max_completion_tokens !== undefined
  return is.first([
    shape(body, 'body'),
    isBoth ? 'body.max_tokens: set only one of max_tokens and max_completion_tokens' : undefined,
    ...lines.map(reasoningRule(string(model), path)),
    pairProblem(
      lines.map((line) => ({
        calls: list(line.tool_calls).map((one) => fields(one).id),
        results: line.role === 'tool' ? [line.tool_call_id] : [],
      })),
    ),
  ])
}

type Message = { readonly [field: string]: Json }

/**
 * Some reasoning models refuse a call without the reasoning that led to it. Groq, which hosts them, refuses the field.
 */
function reasoningRule(model: string, path: string): typeof unexplained {
  if (path.includes('/groq/') || /gpt|llama|mistral/i.test(model)) return overexplained
  // deepseek-chat is DeepSeek without thinking.
  return /deepseek(?!-chat)|kimi|glm|minimax/i.test(model) ? unexplained : () => undefined
}

const unexplained = ({ tool_calls, reasoning_content, reasoning_details }: Message, at: number): string | undefined =>
  tool_calls === undefined || string(reasoning_content) !== '' || list(reasoning_details).length > 0
    ? undefined
    : `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`

const overexplained = ({ reasoning_content }: Message, at: number): string | undefined =>
  reasoning_content === undefined ? undefined : `messages.${at}.reasoning_content: extra inputs are not permitted`
