import { z } from 'zod'
import { Rules } from '../permission/rules.ts'
import { Reasoning } from '../reasoning/reasoning.ts'
import { Json } from '../shared/json.ts'
import { visible } from '../text/visible.ts'
import { withoutEnd, withoutStart } from '../text/without-marks.ts'

/** For names, roles and descriptions: text that cannot break out of its line or reverse the text around it. */
export const oneLineText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(
      /^[^\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u,
      'must be one line without control or bidi characters',
    )

/** A name that looks the same to everyone: with invisible characters it could pass for another agent's. */
export const shownName = (max: number) =>
  oneLineText(max)
    .min(1)
    .refine((name) => visible(name) === name, 'must not contain invisible characters')

/** Slugs no agent may have: authors that are not agents, as it could speak as the user, and keys every object has. */
const reserved = ['user', 'convene', 'system', 'constructor']

export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens')
  .refine((slug) => !reserved.includes(slug), `must not be one of ${reserved.join(', ')}: these names are reserved`)

/** `Code Reviewer` and `code_reviewer` become `code-reviewer`. Empty if nothing of the text can be in a slug. */
export function slugOf(text: string): string {
  const slug = text.toLowerCase().replace(/[^a-z0-9]+/gu, '-')
  return withoutEnd(withoutStart(slug, '-'), '-').slice(0, 50)
}

export const ModelName = z
  .string()
  .regex(/^[^/\s]+\/\S+$/, 'must be provider/model, such as openai/gpt-5 or rehearsal/offline')

const ToolOverride = z.object({
  maxOutput: z.number().int().min(1).optional(),
  timeout: z.number().min(0).optional(),
  arguments: z.record(z.string(), Json).optional(),
})

export const ToolFilter = z.union([
  z.enum(['all', 'none']),
  z.strictObject({ only: z.array(z.string()), overrides: z.record(z.string(), ToolOverride).optional() }),
  z.strictObject({ except: z.array(z.string()), overrides: z.record(z.string(), ToolOverride).optional() }),
])
export type ToolFilter = z.infer<typeof ToolFilter>

export const Execution = z.enum(['agentic', 'single', 'streaming', 'planning'])
export type Execution = z.infer<typeof Execution>

/** An agent as people write it: a Markdown file whose body is the prompt. */
export const Agent = z.object({
  name: shownName(50),
  slug: Slug,
  description: oneLineText(500).default(''),
  useFor: oneLineText(500).default(''),
  role: oneLineText(60).default(''),
  capabilities: z.array(z.string()).default([]),
  category: z.enum(['primary', 'subagent', 'hidden']).default('primary'),
  model: ModelName.optional(),
  /** Unset: its role's value in the mode, else the provider's. */
  temperature: z.number().min(0).max(2).optional(),
  /** The most tokens per answer, not counting thinking. */
  maxTokens: z.number().int().min(1).optional(),
  /** Unset: the run's, else the provider's. */
  reasoning: Reasoning.optional(),
  prompt: z.string().min(1, 'must be a prompt: the body of the file'),
  variables: z.record(z.string(), z.string()).default({}),
  usePrefix: z.boolean().default(true),
  execution: Execution.default('agentic'),
  maxIterations: z.number().int().min(1).default(30),
  timeout: z.number().positive().optional(),
  spawns: z.union([z.literal('*').transform(() => ['*']), z.array(z.string())]).default([]),
  delegates: z.union([z.enum(['all', 'none']), z.array(z.string())]).default('none'),
  tools: ToolFilter.default('all'),
  permissions: Rules.default({}),
  worktree: z.boolean().default(false),
  icon: oneLineText(16).default(''),
  color: z
    .string()
    .regex(/^(#[0-9a-fA-F]{6})?$/, 'must be a color such as #3B82F6')
    .default(''),
  order: z.number().int().default(0),
  visible: z.boolean().default(true),
})
export type Agent = z.infer<typeof Agent>
