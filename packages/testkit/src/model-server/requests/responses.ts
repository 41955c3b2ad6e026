import type { Json } from '@convene/domain'
import { fields, list, string } from '../loose.ts'
import { pairProblem } from './pairs.ts'
import * as is from './shape.ts'

const type = is.anything
const role = is.anything
const id = is.matching(/^[\w-]{1,64}$/)
const contentPart = is.byField('type', {
  input_text: is.fieldsOf({ type, text: is.text }),
  output_text: is.fieldsOf({ type, text: is.text }, { annotations: is.anything, logprobs: is.anything }),
  refusal: is.fieldsOf({ type, refusal: is.text }),
  input_image: is.fieldsOf({ type, image_url: is.text }, { detail: is.text }),
  input_file: is.anything,
})
const message = is.fieldsOf(
  { role, content: is.either(is.text, is.listOf(contentPart, 1)) },
  { type, id, status: is.text, phase: is.text },
)
const item = is.byField('type', {
  undefined: message,
  message,
  function_call: is.fieldsOf(
    { type, call_id: id, name: is.toolName, arguments: is.text },
    { id, status: is.text, namespace: is.text },
  ),
  function_call_output: is.fieldsOf(
    { type, call_id: id, output: is.either(is.text, is.listOf(contentPart)) },
    { id, status: is.text },
  ),
  reasoning: is.fieldsOf(
    { type, summary: is.listOf(is.anything) },
    { id, encrypted_content: is.filled, content: is.anything, status: is.text },
  ),
})
const format = is.byField('type', {
  text: is.fieldsOf({ type }),
  json_object: is.fieldsOf({ type }),
  json_schema: is.fieldsOf(
    { type, name: is.toolName, schema: is.answerSchema },
    { strict: is.flag, description: is.text },
  ),
})
const shape = is.fieldsOf(
  { model: is.filled, input: is.either(is.text, is.listOf(item, 1)) },
  {
    instructions: is.text,
    stream: is.flag,
    store: is.flag,
    max_output_tokens: is.number(16),
    temperature: is.number(0, 2),
    tools: is.listOf(
      is.fieldsOf({ type, name: is.toolName, parameters: is.schema }, { description: is.text, strict: is.anything }),
    ),
    tool_choice: is.anything,
    include: is.listOf(is.text),
    reasoning: is.fieldsOf(
      {},
      {
        effort: is.oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
        summary: is.oneOf('auto', 'concise', 'detailed'),
      },
    ),
    text: is.fieldsOf({}, { format, verbosity: is.oneOf('low', 'medium', 'high') }),
    parallel_tool_calls: is.flag,
    prompt_cache_key: is.text,
  },
)

/** What OpenAI refuses in a Responses request. */
export function responsesProblem(body: Json): string | undefined {
  const items = list(fields(body).input).map(fields)
  return is.first([
    shape(body, 'body'),
    ...items.map((one, at) => unsealed(one, at, fields(body))),
    ...items.map((one, at) => lonely(one, items[at + 1], at)),
    pairProblem(turns(items)),
  ])
}

type Item = { readonly [field: string]: Json }

/** Nothing is stored, so unsealed reasoning cannot be looked up. */
const unsealed = (item: Item, at: number, { store }: Item): string | undefined =>
  item.type === 'reasoning' && store === false && item.encrypted_content === undefined
    ? `Item with id '${string(item.id)}' not found (input.${at}). Items are not persisted when store is set to false.`
    : undefined

const lonely = (item: Item, next: Item | undefined, at: number): string | undefined =>
  item.type === 'reasoning' && (next === undefined || next.role === 'user' || next.type === 'function_call_output')
    ? `Item '${string(item.id)}' of type 'reasoning' (input.${at}) was provided without its required following item.`
    : undefined

/** Consecutive calls belong to one answer. */
function turns(items: readonly Item[]): { calls: Json[]; results: Json[] }[] {
  const all: { calls: Json[]; results: Json[] }[] = []
  for (const { type: kind, call_id: call } of items) {
    const last = all.at(-1)
    if (kind === 'function_call' && call !== undefined && last && last.results.length === 0) last.calls.push(call)
    else
      all.push({
        calls: kind === 'function_call' ? [call ?? null] : [],
        results: kind === 'function_call_output' ? [call ?? null] : [],
      })
  }
  return all.filter(({ calls, results }) => calls.length + results.length > 0)
}
