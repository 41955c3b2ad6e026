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
  schema,
  text,
  toolName,
} from './shape.ts'

const type = anything
const role = anything
const id = matching(/^[\w-]{1,64}$/)
const contentPart = byField('type', {
  input_text: fieldsOf({ type, text }),
  output_text: fieldsOf({ type, text }, { annotations: anything, logprobs: anything }),
  refusal: fieldsOf({ type, refusal: text }),
  input_image: fieldsOf({ type, image_url: text }, { detail: text }),
  input_file: anything,
})
const message = fieldsOf(
  { role, content: either(text, listOf(contentPart, 1)) },
  { type, id, status: text, phase: text },
)
const item = byField('type', {
  undefined: message,
  message,
  function_call: fieldsOf({ type, call_id: id, name: toolName, arguments: text }, { id, status: text }),
  function_call_output: fieldsOf(
    { type, call_id: id, output: either(text, listOf(contentPart)) },
    { id, status: text },
  ),
  reasoning: fieldsOf(
    { type, summary: listOf(anything) },
    { id, encrypted_content: filled, content: anything, status: text },
  ),
})
const shape = fieldsOf(
  { model: filled, input: either(text, listOf(item, 1)) },
  {
    instructions: text,
    stream: flag,
    store: flag,
    max_output_tokens: number(16),
    temperature: number(0, 2),
    tools: listOf(fieldsOf({ type, name: toolName, parameters: schema }, { description: text, strict: anything })),
    tool_choice: anything,
    include: listOf(text),
    reasoning: anything,
    text: anything,
    parallel_tool_calls: flag,
    prompt_cache_key: text,
  },
)

/** What OpenAI refuses in a Responses request. */
export function responsesProblem(body: Json): string | undefined {
  const items = list(fields(body).input).map(fields)
  return first([
    shape(body, 'body'),
    ...items.map((one, at) => unsealed(one, at, fields(body))),
    ...items.map((one, at) => lonely(one, items[at + 1], at)),
    pairProblem(turns(items)),
  ])
}

type Item = { readonly [field: string]: Json }

/** Nothing is stored, so that reasoning which is not sealed cannot be looked up. */
const unsealed = (item: Item, at: number, { store }: Item): string | undefined =>
  item.type === 'reasoning' && store === false && item.encrypted_content === undefined
    ? `Item with id '${string(item.id)}' not found (input.${at}). Items are not persisted when store is set to false.`
    : undefined

const lonely = (item: Item, next: Item | undefined, at: number): string | undefined =>
  item.type === 'reasoning' && (next === undefined || next.role === 'user' || next.type === 'function_call_output')
    ? `Item '${string(item.id)}' of type 'reasoning' (input.${at}) was provided without its required following item.`
    : undefined

/** Calls one after another belong to one answer. */
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
