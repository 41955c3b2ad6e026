import type { Json } from '@convene/domain'
import { fields, list, string } from '../loose.ts'
import { pairProblem } from './pairs.ts'
import * as is from './shape.ts'

const MOST_MARKS = 4
const type = is.anything
const mark = { cache_control: is.fieldsOf({ type: is.oneOf('ephemeral') }, { ttl: is.oneOf('5m', '1h') }) }
const id = is.matching(/^[a-zA-Z0-9_-]+$/)
const image = is.fieldsOf({ type, source: is.anything }, mark)
const textBlock = is.fieldsOf({ type, text: is.filled }, { ...mark, citations: is.anything })
const block = is.byField('type', {
  text: textBlock,
  image,
  tool_use: is.fieldsOf({ type, id, name: is.toolName, input: fieldsAny() }, { ...mark, caller: is.anything }),
  tool_result: is.fieldsOf(
    { type, tool_use_id: id },
    {
      content: is.either(is.text, is.listOf(is.byField('type', { text: textBlock, image }))),
      is_error: is.flag,
      ...mark,
    },
  ),
  thinking: is.fieldsOf({ type, thinking: is.text, signature: is.filled }),
  redacted_thinking: is.fieldsOf({ type, data: is.filled }),
})

/** An object with any fields: the input of a call. */
function fieldsAny() {
  return (value: Json, at: string) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : `${at}: expected an object`
}

const shape = is.fieldsOf(
  {
    model: is.filled,
    max_tokens: is.number(1),
    messages: is.listOf(
      is.fieldsOf({ role: is.oneOf('user', 'assistant'), content: is.either(is.filled, is.listOf(block, 1)) }),
      1,
    ),
  },
  {
    system: is.either(is.text, is.listOf(textBlock)),
    stream: is.flag,
    temperature: is.number(0, 1),
    tools: is.listOf(
      is.fieldsOf(
        { name: is.toolName, input_schema: is.schema },
        { type, description: is.text, eager_input_streaming: is.flag, strict: is.flag, ...mark },
      ),
    ),
    tool_choice: is.anything,
    thinking: is.anything,
    output_config: is.anything,
    output_format: is.anything,
    metadata: is.anything,
  },
)

/** What Anthropic refuses in a request. */
export function messagesProblem(body: Json): string | undefined {
  const lines = list(fields(body).messages).map(fields)
  const blocks = (line: { readonly [field: string]: Json }) => list(line.content).map(fields)
  const marks = JSON.stringify(body).split('"cache_control"').length - 1
  return is.first([
    shape(body, 'body'),
    lines[0]?.role === 'user' ? undefined : 'messages.0.role: the first message must be from the user',
    marks > MOST_MARKS
      ? `A maximum of ${MOST_MARKS} blocks with cache_control may be provided. Found ${marks}.`
      : undefined,
    ...lines.map(blocks).map(orderProblem),
    pairProblem(
      lines.map((line) => ({
        calls: blocks(line)
          .filter((one) => one.type === 'tool_use')
          .map((one) => one.id),
        results: blocks(line)
          .filter((one) => one.type === 'tool_result')
          .map((one) => one.tool_use_id),
      })),
    ),
  ])
}

/** Signed thinking stays where it was, and results come before text. */
function orderProblem(blocks: readonly { readonly [field: string]: Json }[]): string | undefined {
  const kinds = blocks.map((one) => string(one.type))
  const thinks = kinds.some((kind) => kind.endsWith('thinking'))
  if (thinks && !(kinds[0] ?? '').endsWith('thinking')) return 'messages: an answer with thinking must start with it'
  const result = kinds.lastIndexOf('tool_result')
  return result > -1 && kinds.slice(0, result).includes('text')
    ? 'messages: tool_result blocks must come first'
    : undefined
}
