import type { Agent, Json, Rules } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { wordsIn } from '../../ui/text/words.ts'
import { isEmpty } from '../editable.ts'

/** A saved agent and its source. */
export type ShownAgent = Output<'agent'>

/** An agent in the list. */
export type ListedAgent = Output<'agents'>['items'][number]

type Fields = { readonly [key: string]: Json }

export const emptyAgent = {
  name: '',
  slug: '',
  role: '',
  description: '',
  useFor: '',
  category: 'primary' as string,
  model: '',
  reasoning: '',
  temperature: '',
  maxTokens: '',
  execution: 'agentic' as string,
  maxIterations: '',
  timeout: '',
  toolChoice: 'all' as 'all' | 'none' | 'only' | 'except',
  tools: '',
  delegateChoice: 'none' as 'all' | 'none' | 'some',
  delegates: '',
  spawns: '',
  permissions: {} as Rules,
  worktree: false as boolean,
  icon: '',
  color: '',
  prompt: '',
  /** Keys without a form field, written back unchanged. */
  others: {} as Fields,
}

/** An agent in the form: every field as typed. */
export type AgentDraft = Readonly<typeof emptyAgent>

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
