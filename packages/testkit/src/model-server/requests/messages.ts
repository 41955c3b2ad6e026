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

const format = is.fieldsOf({ type: is.oneOf('json_schema'), schema: is.answerSchema })
const thinking = is.byField('type', {
  enabled: is.fieldsOf({ type, budget_tokens: is.number(1_024) }, { display: is.oneOf('summarized', 'omitted') }),
  adaptive: is.fieldsOf({ type }, { display: is.oneOf('summarized', 'omitted') }),
  disabled: is.fieldsOf({ type }),
})

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
    thinking,
    output_config: is.fieldsOf({}, { effort: is.oneOf('low', 'medium', 'high', 'xhigh', 'max'), format }),
    output_format: format,
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
    budgetProblem(fields(body)),
    fields(fields(body).thinking).type === 'enabled' ? startProblem(lines, blocks) : undefined,
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

type Fields = { readonly [field: string]: Json }

/** Thinking happens within the limit on output, at its own temperature. */
function budgetProblem({ thinking: asked, max_tokens: most, temperature }: Fields): string | undefined {
  const { type: kind, budget_tokens: budget } = fields(asked)
  if (kind !== 'enabled') return undefined
  if (Number(budget) >= Number(most)) return '`max_tokens` must be greater than `thinking.budget_tokens`.'
  return temperature === undefined || temperature === 1
    ? undefined
    : '`temperature` may only be set to 1 when thinking is enabled.'
}

/** While its calls are being answered, the answer that made them must start with its thinking. */
function startProblem(lines: readonly Fields[], blocks: (line: Fields) => readonly Fields[]): string | undefined {
  const isAsk = (line: Fields) => line.role === 'user' && !blocks(line).some((one) => one.type === 'tool_result')
  const turn = lines.slice(lines.findLastIndex(isAsk) + 1).filter((line) => line.role === 'assistant')
  const [start] = blocks(turn.at(-1) ?? {})
  return start === undefined || string(start.type).endsWith('thinking')
    ? undefined
    : `messages: Expected \`thinking\` or \`redacted_thinking\`, but found \`${string(start.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`
}
