import type { Json } from '@convene/domain'
import { fields, list, string } from '../loose.ts'
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
  schema,
  text,
  toolName,
} from './shape.ts'

const MOST_MARKS = 4
const type = anything
const mark = { cache_control: fieldsOf({ type: oneOf('ephemeral') }, { ttl: oneOf('5m', '1h') }) }
const id = matching(/^[a-zA-Z0-9_-]+$/)
const image = fieldsOf({ type, source: anything }, mark)
const textBlock = fieldsOf({ type, text: filled }, { ...mark, citations: anything })
const block = byField('type', {
  text: textBlock,
  image,
  tool_use: fieldsOf({ type, id, name: toolName, input: fieldsAny() }, { ...mark, caller: anything }),
  tool_result: fieldsOf(
    { type, tool_use_id: id },
    { content: either(text, listOf(byField('type', { text: textBlock, image }))), is_error: flag, ...mark },
  ),
  thinking: fieldsOf({ type, thinking: text, signature: filled }),
  redacted_thinking: fieldsOf({ type, data: filled }),
})

/** An object with any fields: the input of a call. */
function fieldsAny() {
  return (value: Json, at: string) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : `${at}: expected an object`
}

const shape = fieldsOf(
  {
    model: filled,
    max_tokens: number(1),
    messages: listOf(fieldsOf({ role: oneOf('user', 'assistant'), content: either(filled, listOf(block, 1)) }), 1),
  },
  {
    system: either(text, listOf(textBlock)),
    stream: flag,
    temperature: number(0, 1),
    tools: listOf(
      fieldsOf(
        { name: toolName, input_schema: schema },
        { type, description: text, eager_input_streaming: flag, strict: flag, ...mark },
      ),
    ),
    tool_choice: anything,
    thinking: anything,
    output_config: anything,
    output_format: anything,
    metadata: anything,
  },
)

/** What Anthropic refuses in a request. */
export function messagesProblem(body: Json): string | undefined {
  const lines = list(fields(body).messages).map(fields)
  const blocks = (line: { readonly [field: string]: Json }) => list(line.content).map(fields)
  const marks = JSON.stringify(body).split('"cache_control"').length - 1
  return first([
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
