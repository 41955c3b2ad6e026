import { statSync } from 'node:fs'
import { type ListedOption, nearestName, optionKindOf, optionsOn, Reasoning } from '@convene/domain'
import { z } from 'zod'
import { ConveneError } from './error.ts'
import type { ConveneOptions, RunOptions } from './types.ts'

// Programs in plain JavaScript have no compiler to catch this, and a compiler does not catch NaN or an empty text.

const text = z.string('a text').refine((said) => said.trim() !== '', 'a text that is not empty')
const callback = z.custom((given) => typeof given === 'function', 'a function')
const flag = z.boolean('true or false')
const signal = z.custom(
  (given) => typeof (given as AbortSignal | null)?.addEventListener === 'function',
  'an AbortSignal',
)
/** `null` would lift a limit of the settings, and JSON turns NaN into it. The ranges are checked with every run. */
const limits = z.record(z.string(), z.union([z.number(), z.undefined(), z.nan()], 'a number'), 'an object')

const Agent = z.strictObject({
  name: text,
  prompt: text,
  description: z.string('a text').optional(),
  model: text.optional(),
  reasoning: Reasoning.optional(),
  tools: z.array(text, 'a list of tool names').optional(),
})

const Continued = z.strictObject({
  onAsk: callback.optional(),
  onQuestion: callback.optional(),
  signal: signal.optional(),
})

/** The declared options of a run, with words that a program's author can act on. */
const declared = Object.fromEntries(
  optionsOn('sdk')
    .filter(({ within }) => within !== 'limits')
    .map((option) => [option.key, checkOf(option).optional()]),
)

function checkOf(option: ListedOption): z.ZodType {
  const kind = optionKindOf(option)
  if (kind.type === 'flag') return flag
  if (kind.type === 'choice') return z.enum(kind.choices)
  if (kind.type === 'list')
    return z.array(text, `a list of texts${option.example ? `, such as ${option.example}` : ''}`)
  if (kind.type === 'text') return text
  const range = `a ${kind.whole ? 'whole ' : ''}number from ${kind.min} to ${kind.max}`
  return z.custom((given) => option.schema.safeParse(given).success, range)
}

const Run = Continued.extend({
  ...declared,
  goal: text,
  agents: z
    .array(z.union([text, Agent], 'a name, or an agent with a name and a prompt'), 'a list of agents')
    .min(1, 'a list of agents that is not empty')
    .optional(),
  limits: limits.optional(),
})

const ToolShape = z.strictObject({
  name: z
    .string('a text')
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/u, 'a letter and up to 63 letters, digits, "_" and "-"'),
  description: text,
  input: z.custom((given) => typeof given === 'object' && given !== null && '_zod' in given, 'a zod 4 schema'),
  readOnly: flag.optional(),
  run: callback,
})

const Opening = z.strictObject({
  workspace: text.optional(),
  store: z.union([z.literal('memory'), z.strictObject({ home: text })], "'memory', or { home: 'a folder' }").optional(),
  tools: z.array(ToolShape, 'a list of tools').optional(),
  models: z.record(text, z.unknown(), 'an object with a model per provider name').optional(),
  environment: z.record(z.string(), z.union([z.string(), z.undefined()], 'a text'), 'an object with texts').optional(),
})

/** Refuses what `convene` could not use. */
export function checkOpening(options: ConveneOptions): void {
  for (const { name, input } of Array.isArray(options?.tools) ? options.tools : []) refuseOldZod(name, input)
  check(Opening, options, 'convene')
  const names = (options.tools ?? []).map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refused('tools', `Two tools are called "${twice}".`)
  const { workspace = '.' } = options
  if (!statSync(workspace, { throwIfNoEntry: false })?.isDirectory())
    throw refused('workspace', `workspace: ${workspace} is not a folder.`)
}

/** Schemas of zod 3 look alike, but nothing here can read them. */
function refuseOldZod(name: unknown, input: unknown): void {
  if (typeof input !== 'object' || input === null || '_zod' in input || !('_def' in input)) return
  const message = `The input of the tool "${String(name)}" is a schema of zod 3, and Convene needs zod 4. Import z from 'zod/v4', or run: npm install zod@4`
  throw new ConveneError({ code: 'bad_tool', message })
}

/** Refuses what a run could not use, before anything is written. */
export function checkRun(options: RunOptions): void {
  const { agents } = options ?? {}
  // One by one: an error in an agent that is written in code should name its field.
  if (Array.isArray(agents))
    agents.forEach((agent, index) => {
      if (typeof agent === 'object' && agent !== null) check(Agent, agent, `agents[${index}]`, `agents[${index}].`)
    })
  check(Run, options, 'run')
  const written = (options.agents ?? []).filter((agent) => typeof agent !== 'string')
  if (written.length > 0 && options.team !== undefined)
    throw refused('agents', 'A run has either a team, or agents that are written in code. Leave one of them out.')
  const names = written.map(({ name }) => name.trim().toLowerCase())
  const twice = written.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  if (twice) throw refused('agents', `Two agents are called "${twice.name}".`)
}

/** Refuses options of a continued session that it could not use. */
export const checkContinued = (options: object, call: string): void => check(Continued, options, call)

/** Refuses a session, question or message that is not a text. */
export function refuseOtherThanText(given: unknown, name: string): void {
  if (!text.safeParse(given).success)
    throw refused(name, `The ${name} is ${shown(given)}. Use a text that is not empty.`)
}

/** Throws for the first problem, with a code that names the option. */
function check(schema: z.ZodObject, given: unknown, call: string, prefix = ''): void {
  const [issue] = schema.safeParse(given).error?.issues ?? []
  if (!issue) return
  if (issue.code === 'unrecognized_keys') throw unknownOption(schema, issue, call)
  const [option] = issue.path
  if (option === undefined) throw new ConveneError({ code: 'bad_option', message: `${call} takes an object.` })
  const value = issue.path.reduce<unknown>(
    (from, key) => (from as { readonly [key: PropertyKey]: unknown })?.[key],
    given,
  )
  const path = `${prefix}${issue.path.join('.')}`
  if (issue.code === 'invalid_value' && issue.path.length === 1) {
    const words = issue.values.map(String)
    const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
    throw refused(
      String(option),
      `Unknown ${String(option)} "${String(value)}"${prefix && ` in ${call}`}. Use ${list}.`,
    )
  }
  throw refused(prefix ? 'agents' : String(option), `${path} is ${shown(value)}. Use ${issue.message}.`)
}

function unknownOption(schema: z.ZodObject, issue: z.core.$ZodIssueUnrecognizedKeys, call: string): ConveneError {
  const [key = ''] = issue.keys
  const place = [call, ...issue.path].join('.')
  const nearest = issue.path.length === 0 ? nearestName(key, Object.keys(schema.shape)) : undefined
  const hint = nearest ? ` Did you mean "${nearest}"?` : ''
  return new ConveneError({ code: 'unknown_option', message: `Unknown option "${key}" in ${place}.${hint}` })
}

const CODES: { readonly [option: string]: string } = { limits: 'bad_limit', agents: 'bad_agent', tools: 'bad_tool' }

const refused = (option: string, message: string) =>
  new ConveneError({ code: CODES[option] ?? `bad_${option}`, message })

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === undefined) return 'missing'
  return typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : String(value)
}
