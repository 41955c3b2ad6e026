import type { Agent, Json, Rules } from '@convene/domain'
import type { Output } from '@convene/protocol'

/** A saved agent and its source. */
export type ShownAgent = Output<'agent'>

/** An agent in the list. */
export type ListedAgent = Output<'agents'>['items'][number]

type Fields = { readonly [key: string]: Json }

/** An agent in the form: every field as typed. */
export type AgentDraft = {
  readonly name: string
  readonly slug: string
  readonly role: string
  readonly description: string
  readonly useFor: string
  readonly category: string
  readonly model: string
  readonly reasoning: string
  readonly temperature: string
  readonly maxTokens: string
  readonly execution: string
  readonly maxIterations: string
  readonly timeout: string
  readonly toolChoice: 'all' | 'none' | 'only' | 'except'
  readonly tools: string
  readonly delegateChoice: 'all' | 'none' | 'some'
  readonly delegates: string
  readonly spawns: string
  readonly permissions: Rules
  readonly worktree: boolean
  readonly icon: string
  readonly color: string
  readonly prompt: string
  /** Keys without a form field, written back unchanged. */
  readonly others: Fields
}

export const emptyAgent: AgentDraft = {
  name: '',
  slug: '',
  role: '',
  description: '',
  useFor: '',
  category: 'primary',
  model: '',
  reasoning: '',
  temperature: '',
  maxTokens: '',
  execution: 'agentic',
  maxIterations: '',
  timeout: '',
  toolChoice: 'all',
  tools: '',
  delegateChoice: 'none',
  delegates: '',
  spawns: '',
  permissions: {},
  worktree: false,
  icon: '',
  color: '',
  prompt: '',
  others: {},
}

const usual = { maxIterations: 30 }

/** Turns a saved agent into a draft. */
export function agentDraftOf(agent: Agent): AgentDraft {
  const { name, slug, role, description, useFor, category, execution, permissions, worktree, icon, color, prompt } =
    agent
  return {
    ...{ name, slug, role, description, useFor, category, execution, permissions, worktree, icon, color, prompt },
    model: agent.model ?? '',
    reasoning: agent.reasoning ?? '',
    temperature: agent.temperature === undefined ? '' : String(agent.temperature),
    maxTokens: agent.maxTokens === undefined ? '' : String(agent.maxTokens),
    maxIterations: agent.maxIterations === usual.maxIterations ? '' : String(agent.maxIterations),
    timeout: agent.timeout === undefined ? '' : String(agent.timeout),
    ...toolsDraft(agent),
    delegateChoice: Array.isArray(agent.delegates) ? 'some' : agent.delegates,
    delegates: Array.isArray(agent.delegates) ? agent.delegates.join(', ') : '',
    spawns: agent.spawns.join(', '),
    others: othersOf(agent),
  }
}

function toolsDraft({ tools }: Agent): Pick<AgentDraft, 'toolChoice' | 'tools'> {
  if (typeof tools === 'string') return { toolChoice: tools, tools: '' }
  return 'only' in tools
    ? { toolChoice: 'only', tools: tools.only.join(', ') }
    : { toolChoice: 'except', tools: tools.except.join(', ') }
}

function othersOf({ capabilities, variables, usePrefix, order, visible, tools }: Agent): Fields {
  const overrides = typeof tools === 'object' ? tools.overrides : undefined
  return {
    ...(capabilities.length > 0 && { capabilities }),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(!usePrefix && { usePrefix }),
    ...(order !== 0 && { order }),
    ...(!visible && { visible }),
    ...(overrides && { overrides: overrides as unknown as Json }),
  }
}

/** The draft in the agent file format, without defaults. */
export function agentOf(draft: AgentDraft): Fields & { readonly slug: string } {
  const { overrides, ...others } = draft.others
  const written: readonly (readonly [string, Json | undefined])[] = [
    ['role', draft.role],
    ['description', draft.description],
    ['useFor', draft.useFor],
    ['category', draft.category === 'primary' ? '' : draft.category],
    ['model', draft.model.trim()],
    ['reasoning', draft.reasoning],
    ['temperature', numberOf(draft.temperature)],
    ['maxTokens', numberOf(draft.maxTokens)],
    ['execution', draft.execution === 'agentic' ? '' : draft.execution],
    ['maxIterations', numberOf(draft.maxIterations)],
    ['timeout', numberOf(draft.timeout)],
    ['tools', toolsOf(draft, overrides)],
    ['delegates', delegatesOf(draft)],
    ['spawns', wordsIn(draft.spawns)],
    ['permissions', draft.permissions],
    ['worktree', draft.worktree || undefined],
    ['icon', draft.icon],
    ['color', draft.color],
  ]
  const own = written.flatMap(([key, value]) => (isEmpty(value) ? [] : [[key, value as Json] as const]))
  return { name: draft.name, slug: draft.slug, ...Object.fromEntries(own), ...others, prompt: draft.prompt }
}

function toolsOf({ toolChoice, tools }: AgentDraft, overrides: Json | undefined): Json | undefined {
  if (toolChoice === 'all') return undefined
  if (toolChoice === 'none') return 'none'
  return { [toolChoice]: wordsIn(tools), ...(overrides !== undefined && { overrides }) }
}

function delegatesOf({ delegateChoice, delegates }: AgentDraft): Json | undefined {
  if (delegateChoice === 'none') return undefined
  return delegateChoice === 'all' ? 'all' : wordsIn(delegates)
}

/** Invalid numbers stay text so that the server can refuse them with a reason. */
function numberOf(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  const value = Number(text)
  return Number.isNaN(value) ? text : value
}

const wordsIn = (text: string): string[] => text.split(/[\s,]+/u).filter(Boolean)

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
