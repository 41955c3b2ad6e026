import { z } from 'zod'
import type { Json } from '../shared/json.ts'
import { clean, cleanLine } from '../text/clean.ts'
import { wholeJson } from './json.ts'
import { withoutMarks } from './marks.ts'

/**
 * An answer that a program reads, declared once in the `answers.ts` of the mode that asks for it. The declaration
 * yields the JSON schema for providers that can enforce one, the form in the prompt for the others, one reader for
 * both, and the row in the guide. To add one: declare it, list it in its mode's `answers`, pass it to `assign`, and
 * read the report with its `read`. If `read` cannot read an answer, it is requested once more with `complaint`. If that
 * fails too, `otherwise` says what happens. Nothing is ever guessed.
 */
export type DeclaredAnswer<Value = unknown, About = never> = {
  /** Its name in the log, in requests and in the guide. */
  readonly name: string
  /** Who is asked for what, worded for the guide. */
  readonly asks: string
  /** `whole`: the answer has nothing else, so a provider can enforce the schema. `prose`: lines in text for people. */
  readonly part: 'whole' | 'prose'
  /** How it is written as text, as shown in the prompt. */
  readonly form: string
  /** What is wrong with an unreadable answer, worded as the end of a sentence. */
  readonly complaint: string
  /** What happens if the second answer is unreadable too, worded for the guide. */
  readonly otherwise: string
  /** Answers in JSON, for the guide and for tests. */
  readonly examples: readonly Json[]
  /** The value of the answer. Undefined if it does not contain one. */
  read(text: string, about: About): Value | undefined
  /** The JSON schema, limited to the few keywords every provider understands. */
  schema(): JsonSchema
  /** The answer as text, if it consists only of JSON that fits the schema. */
  textOf(answer: string): string | undefined
}

export type JsonSchema = { readonly [key: string]: Json }

type Declaration<Shape extends z.ZodRawShape, Value, About> = Omit<
  DeclaredAnswer<Value, About>,
  'schema' | 'textOf' | 'form' | 'examples'
> & {
  readonly json: z.ZodObject<Shape>
  readonly examples: readonly z.input<z.ZodObject<Shape>>[]
  /** Needed if the answer is not one marked line per key. */
  readonly form?: string
  readonly write?: (value: z.output<z.ZodObject<Shape>>) => string
}

/** The key for free text before the marked lines. It is written as is. */
export const PROSE_KEY = 'argument'

/** Declares an answer. Without a custom form, each key is a marked line: `reason` is written as `REASON: …`. */
export function declareAnswer<Shape extends z.ZodRawShape, Value, About = undefined>(
  declaration: Declaration<Shape, Value, About>,
): DeclaredAnswer<Value, About> {
  const { json, write = writeLines, form = linesOf(json), examples, ...rest } = declaration
  const strict = json.strict()
  let schema: JsonSchema | undefined
  return {
    ...rest,
    form,
    examples: examples as readonly Json[],
    schema: () => (schema ??= plain(z.toJSONSchema(strict, { io: 'input' })) as JsonSchema),
    // A model that answers everything in JSON also does so where prose was asked for.
    read: (answer, about) => rest.read(rest.part === 'prose' ? (textOf(answer) ?? answer) : answer, about),
    textOf,
  }

  function textOf(answer: string): string | undefined {
    const read = strict.safeParse(wholeJson(answer))
    const text = read.success ? write(read.data as z.output<z.ZodObject<Shape>>) : ''
    return text.trim() === '' ? undefined : text
  }
}

const markOf = (key: string): string => key.toUpperCase()

function linesOf({ shape }: z.ZodObject): string {
  const fields = Object.entries(shape) as [string, z.ZodType][]
  const described = fields.map(([key, field]) => [key, `<${field.description ?? key}>`] as const)
  return joined(described)
}

/** One line per value, or a value could pass for another marked line. */
function writeLines(value: { readonly [key: string]: unknown }): string {
  const words = Object.keys(value).map(markOf)
  const said = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== '')
  return joined(
    said.map(([key, one]) => [
      key,
      key === PROSE_KEY ? withoutMarks(clean(String(one)), { words }) : cleanLine(String(one)),
    ]),
  )
}

function joined(fields: readonly (readonly [key: string, text: string])[]): string {
  const prose = fields.filter(([key]) => key === PROSE_KEY).map(([, text]) => text)
  const lines = fields.filter(([key]) => key !== PROSE_KEY).map(([key, text]) => `${markOf(key)}: ${text}`)
  return [...prose, lines.join('\n')].filter((part) => part !== '').join('\n\n')
}

const KEPT = new Set(['type', 'properties', 'required', 'items', 'enum', 'const', 'anyOf', 'description'])

/** Some providers reject limits such as `maximum`. They are checked when the answer is read. */
function plain(schema: unknown): Json {
  const { properties, items, anyOf, ...rest } = schema as { readonly [key: string]: Json }
  if (Array.isArray(rest.type)) return { anyOf: rest.type.map((type: Json) => ({ type })) }
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => KEPT.has(key)))
  if (anyOf !== undefined) return { ...kept, anyOf: (anyOf as readonly Json[]).map(plain) }
  if (items !== undefined) return { ...kept, items: plain(items) }
  if (properties === undefined) return kept
  const inner = Object.entries(properties as object).map(([key, one]) => [key, plain(one)] as const)
  return { ...kept, properties: Object.fromEntries(inner), additionalProperties: false }
}

/** How to write an answer. It comes last in an ask, so the text before it stays the same for a prompt cache. */
export const formText = (answer: Pick<DeclaredAnswer, 'form' | 'schema'>): string =>
  `Answer in this form, with nothing else. ${jsonText(answer)}\n\n${answer.form}`

/** For models whose provider makes them answer in JSON. */
export const jsonText = (answer: Pick<DeclaredAnswer, 'schema'>): string =>
  `If you have to answer in JSON, use ${keysOf(answer)}.`

function keysOf({ schema }: Pick<DeclaredAnswer, 'schema'>): string {
  const fields = Object.entries(schema().properties as { readonly [key: string]: JsonSchema })
  const keys = fields.map(([key, { enum: values }]) => {
    return Array.isArray(values) ? `\`${key}\` (${values.join(' or ')})` : `\`${key}\``
  })
  return `the ${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')}`
}

/** Asks an agent a second time. */
export const unreadText = ({ complaint }: Pick<DeclaredAnswer, 'complaint'>): string =>
  `You were asked before, and your answer could not be used: ${complaint}.`
