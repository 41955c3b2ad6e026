import { z } from 'zod'
import { readPlanText } from './plan-text.ts'

const Text = z.string().trim()
const Some = Text.min(1)

/** A step as a model or a person writes it, before anybody knows whether it can be done. */
const Written = z.object({
  id: z.union([Some, z.number().int().transform(String)]),
  owner: Some,
  description: Some.max(8_000),
  acceptance: Text.max(4_000).default(''),
  dependsOn: z.array(z.union([Some, z.number().int().transform(String)])).default([]),
  tools: z.array(Some).max(100).optional(),
  approve: z.enum(['auto', 'ask']).optional(),
  budget: z
    .object({
      minutes: z.number().positive().max(1_440).optional(),
      tokens: z.number().int().min(1).optional(),
      toolCalls: z.number().int().min(0).optional(),
      files: z.number().int().min(0).optional(),
    })
    .optional(),
  worktree: z.boolean().optional(),
})
export type WrittenStep = z.infer<typeof Written>

export type ReadPlan = { readonly steps: readonly WrittenStep[]; readonly errors: readonly string[] }

const MOST_ERRORS = 12
/** Texts have a few fences; one of nothing but fences is not read to its end. */
const MOST_FENCES = 40
/** More than this is no plan that a person could approve. */
export const MOST_STEPS = 100

/** The steps in a text: JSON, fenced or not, or the lines in which plans are shown. */
export function readPlan(text: string): ReadPlan {
  const json = jsonIn(text)
  const written = json === undefined ? readPlanText(text) : stepsIn(json)
  if (written === undefined)
    return { steps: [], errors: ['There is no plan in it: answer with {"steps":[…]} as JSON.'] }
  if (written.length === 0) return { steps: [], errors: ['The plan has no steps: at least one is needed.'] }
  if (written.length > MOST_STEPS)
    return { steps: [], errors: [`The plan has ${written.length} steps: at most ${MOST_STEPS} are allowed.`] }
  const read = written.map((one) => Written.safeParse(withoutNulls(one)))
  const errors = read.flatMap((one, index) => (one.success ? [] : issues(one.error, index)))
  const steps = read.flatMap((one) => (one.success ? [one.data] : []))
  return { steps: errors.length > 0 ? [] : steps, errors: errors.slice(0, MOST_ERRORS) }
}

function issues({ issues: found }: z.ZodError, index: number): readonly string[] {
  return found.map(({ path, message }) => `Step ${index + 1}: "${path.join('.') || 'step'}": ${message}.`)
}

/** Models write null for what they leave out. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutNulls(one)]))
}

function stepsIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  const steps = typeof json === 'object' && json !== null && 'steps' in json ? json.steps : undefined
  return Array.isArray(steps) ? steps : undefined
}

/** The first reading of the text that is JSON: all of it, what is fenced, or from the first brace to the last. */
function jsonIn(text: string): unknown {
  const fenced = text.split(/^```.*$/m, MOST_FENCES).filter((_, index) => index % 2 === 1)
  const between = (open: string, close: string) => text.slice(text.indexOf(open), text.lastIndexOf(close) + 1)
  for (const candidate of [text, ...fenced, between('{', '}'), between('[', ']')]) {
    const read = parsed(candidate)
    if (read !== undefined && stepsIn(read)) return read
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
