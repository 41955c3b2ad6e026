import { z } from 'zod'
import { jsonIn } from '../../answer/json.ts'
import { isRefusal } from '../../answer/refusal.ts'
import { isPlaceholder } from '../../answer/words.ts'
import type { Check } from '../../check/check.ts'
import { readChecks } from '../../check/read-checks.ts'
import { MOST_CANDIDATES } from '../../limits/most-candidates.ts'
import { readPlanText } from './plan-text.ts'

const Text = z.string().trim()
const Some = Text.min(1)
/** The gaps of the form, copied instead of filled. */
const Filled = Some.refine((text) => !isPlaceholder(text), 'is still the form, and not filled in')

/** A step as a model or the user writes it, before it is checked. */
const Written = z.object({
  id: z.union([Some, z.number().int().transform(String)]),
  owner: Filled,
  description: Filled.max(8_000),
  acceptance: Text.max(4_000).default(''),
  candidates: z.number().int().min(1).max(MOST_CANDIDATES).optional(),
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
  checks: z
    .unknown()
    .optional()
    .transform((value, context): Check[] => {
      const read = readChecks(value)
      if (read.ok) return [...read.value]
      context.issues.push({ code: 'custom', message: read.refusal.message.replace(/\.$/u, ''), input: value })
      return []
    }),
})
export type WrittenStep = z.infer<typeof Written>

export type ReadPlan = {
  readonly steps: readonly WrittenStep[]
  readonly errors: readonly string[]
  /** Unknown keys in a plan, whose content is lost. */
  readonly unknown?: readonly string[]
}

const MOST_ERRORS = 12
/** Nobody could review a longer plan. */
export const MOST_STEPS = 100

const NO_PLAN = 'There is no plan in it: answer with {"steps":[…]} as JSON.'
const REFUSED_PLAN = `It only refuses. ${NO_PLAN}`
/** For the model: it cannot raise its limit, but it can write less. */
const CUT_PLAN = 'It was cut off before its end: write a shorter plan, with fewer steps and shorter descriptions.'
const CUT_TEXT =
  'It was cut off at the length limit of its model. Give the planner more room (maxTokens of the agent), or the team a smaller goal.'

/** What is wrong with a plan, for people: how to answer is for the model. */
export const errorsText = (errors: readonly string[]): string =>
  errors.map((error) => TOLD.find(([code]) => code === error)?.[1] ?? error).join(' ')

const TOLD = [
  [NO_PLAN, 'It has no steps.'],
  [REFUSED_PLAN, 'It only refuses.'],
  [CUT_PLAN, CUT_TEXT],
] as const

/** A plan that ends in the middle says nothing, whatever can be read of it. */
export const cutPlan: ReadPlan = { steps: [], errors: [CUT_PLAN] }

/** Whether the JSON that a text begins never ends. */
const isUnclosed = (text: string): boolean =>
  /["“]steps["”]\s*:\s*\[/u.test(text) && !/[\]}]\s*(?:`{3,}\s*)?$/u.test(text.trim())

/** The steps in a text: JSON, fenced or not, or the lines in which plans are displayed. */
export function readPlan(text: string): ReadPlan {
  const json = jsonIn(text, hasSteps)
  const written = json === undefined ? readPlanText(text) : stepsIn(json.value)
  if (written === undefined)
    return isUnclosed(text) ? cutPlan : { steps: [], errors: [isRefusal(text) ? REFUSED_PLAN : NO_PLAN] }
  if (written.length === 0) return { steps: [], errors: ['The plan has no steps: at least one is needed.'] }
  if (written.length > MOST_STEPS)
    return { steps: [], errors: [`The plan has ${written.length} steps: at most ${MOST_STEPS} are allowed.`] }
  const worded = written.map((one) => inOurWords(withoutNulls(one)))
  const read = worded.map((one) => Written.safeParse(one))
  const errors = read.flatMap((one, index) => (one.success ? [] : issues(one.error, index)))
  const steps = read.flatMap((one) => (one.success ? [one.data] : []))
  if (errors.length > 0) return { steps: [], errors: errors.slice(0, MOST_ERRORS) }
  return { steps, errors: [], unknown: [...new Set(worded.flatMap(unknownKeys))] }
}

const budgetKeys = Written.shape.budget.unwrap().shape

function unknownKeys(step: unknown): readonly string[] {
  const { budget = {}, ...others } = step as { readonly [key: string]: unknown }
  const inBudget = Object.keys(budget as object).filter((key) => !(key in budgetKeys))
  return [...Object.keys(others).filter((key) => !(key in Written.shape)), ...inBudget.map((key) => `budget.${key}`)]
}

function issues({ issues: found }: z.ZodError, index: number): readonly string[] {
  return found.map(({ path, message }) => `Step ${index + 1}: "${path.join('.') || 'step'}": ${message}.`)
}

/** Models write null for what they omit. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutNulls(one)]))
}

/** Other names models use for these keys, ignoring case and punctuation: an unrecognized dependency would be lost. */
const synonyms: { readonly [key: string]: string } = {
  dependson: 'dependsOn',
  dependencies: 'dependsOn',
  depends: 'dependsOn',
  after: 'dependsOn',
  deps: 'dependsOn',
  requires: 'dependsOn',
  needs: 'dependsOn',
  prerequisites: 'dependsOn',
  prerequisite: 'dependsOn',
  predecessors: 'dependsOn',
  blockedby: 'dependsOn',
  waitsfor: 'dependsOn',
  check: 'checks',
  donewhen: 'checks',
  verification: 'checks',
  verify: 'checks',
  acceptancecriteria: 'acceptance',
  criteria: 'acceptance',
  assignee: 'owner',
  member: 'owner',
  task: 'description',
  toolcalls: 'toolCalls',
}

/** A step with our keys. Converts lists to texts and texts to lists where needed. */
function inOurWords(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [nameOf(key), one] as const)
  const step: Record<string, unknown> = {}
  for (const [key, one] of entries) step[key] ??= key === 'budget' ? inOurWords(one) : one
  const { dependsOn, acceptance } = step
  if (typeof dependsOn === 'number') step.dependsOn = [dependsOn]
  if (typeof dependsOn === 'string')
    step.dependsOn = dependsOn.split(/[,;\s]+/u).filter((id) => id !== '' && id !== 'none')
  if (Array.isArray(acceptance)) step.acceptance = acceptance.join('\n')
  return step
}

function nameOf(key: string): string {
  const bare = key.toLowerCase().replaceAll(/[^a-z]/gu, '')
  return synonyms[bare] ?? (bare in Written.shape ? bare : key)
}

const hasSteps = (value: unknown): value is object => stepsIn(value) !== undefined

const WRAPPERS = new Set(['plan', 'tasks', 'phases'])

/** The steps, possibly in a wrapper such as `{"plan": {"steps": […]}}`. */
function stepsIn(json: unknown, depth = 2): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (typeof json !== 'object' || json === null) return undefined
  if ('steps' in json) return Array.isArray(json.steps) ? json.steps : undefined
  const listed = Object.entries(json).find(([key, one]) => WRAPPERS.has(key.toLowerCase()) && Array.isArray(one))
  if (listed) return listed[1] as readonly unknown[]
  const [only, ...others] = Object.values(json).filter((one) => typeof one === 'object' && !Array.isArray(one))
  return depth > 0 && others.length === 0 ? stepsIn(only, depth - 1) : undefined
}
