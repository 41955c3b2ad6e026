import type { Agent } from '../agent/agent.ts'
import { matches } from '../permission/judge.ts'
import { delegationCycles } from '../state/targets.ts'
import { innerTools } from '../team/inner-tools.ts'
import { nearestName } from '../team/nearest-name.ts'
import type { Seat } from '../team/team.ts'

export type Referring = Pick<Agent, 'slug' | 'name' | 'tools' | 'spawns' | 'delegates'>

export type KnownNames = {
  /** Undefined if unknown: then no tool is reported. */
  readonly tools: readonly string[] | undefined
  readonly agents: readonly Pick<Agent, 'slug' | 'name' | 'category'>[]
}

export type Doubt = { readonly slug: string; readonly message: string }

/** Tools available only while their server or editor is running. */
const comeAndGo = /^(?:mcp|editor)_/u

/** References in agents that are unknown, listed twice or circular: allowed, but surely a mistake. */
export function doubtfulReferences(agents: readonly Referring[], known: KnownNames): readonly Doubt[] {
  const own = agents.flatMap((agent) =>
    [...toolDoubts(agent, known), ...spawnDoubts(agent, known), ...delegateDoubts(agent, known)].map((message) => ({
      slug: agent.slug,
      message,
    })),
  )
  return [...own, ...namesTwice(agents), ...circles(agents)]
}

function toolDoubts({ tools }: Referring, known: KnownNames): readonly string[] {
  if (typeof tools === 'string') return []
  const field = 'only' in tools ? 'only' : 'except'
  const names = 'only' in tools ? tools.only : tools.except
  const there = known.tools && [...known.tools, ...innerTools]
  const isThere = (name: string) =>
    !there || comeAndGo.test(name) || there.some((tool) => tool === name || (name.includes('*') && matches(name, tool)))
  const listed = unknown(names, { isThere, all: there ?? [], what: 'tool', field: `tools.${field}` })
  const overridden = unknown(Object.keys(tools.overrides ?? {}), {
    isThere,
    all: there ?? [],
    what: 'tool',
    field: 'tools.overrides',
  })
  return [...listed, ...overridden, ...repeated(names, `tools.${field}`)]
}

function spawnDoubts({ spawns }: Referring, { agents }: KnownNames): readonly string[] {
  const subagents = agents.filter(({ category }) => category === 'subagent').map(({ slug }) => slug)
  const isThere = (name: string) => name === '*' || subagents.includes(name)
  return [
    ...unknown(spawns, { isThere, all: subagents, what: 'subagent', field: 'spawns' }),
    ...repeated(spawns, 'spawns'),
  ]
}

function delegateDoubts({ slug, name, delegates }: Referring, { agents }: KnownNames): readonly string[] {
  if (typeof delegates === 'string') return []
  const all = agents.flatMap((agent) => [agent.slug, agent.name])
  const isThere = (wanted: string) => all.includes(wanted)
  const itself = delegates.some((wanted) => wanted === slug || wanted === name)
  return [
    ...unknown(delegates, { isThere, all, what: 'agent', field: 'delegates' }),
    ...repeated(delegates, 'delegates'),
    ...(itself ? ['delegates: an agent cannot delegate to itself.'] : []),
  ]
}

type Lookup = {
  readonly isThere: (name: string) => boolean
  readonly all: readonly string[]
  readonly what: string
  readonly field: string
}

function unknown(names: readonly string[], { isThere, all, what, field }: Lookup): readonly string[] {
  return [...new Set(names)].flatMap((name) => {
    if (isThere(name)) return []
    const nearest = nearestName(name, all)
    return [`${field}: unknown ${what} "${name}".${nearest ? ` Did you mean "${nearest}"?` : ''}`]
  })
}

const repeated = (names: readonly string[], field: string): readonly string[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `${field}: "${name}" is listed twice.`,
  )

/** Two agents with the same name: the first one is used. */
function namesTwice(agents: readonly Referring[]): readonly Doubt[] {
  return agents.flatMap(({ slug, name }, index) => {
    const first = agents.findIndex((other) => other.name.toLowerCase() === name.toLowerCase())
    const before = first < index ? agents[first] : undefined
    return before ? [{ slug, message: `"${name}" is also the name of ${before.slug}.` }] : []
  })
}

const circles = (agents: readonly Referring[]): readonly Doubt[] =>
  delegationCycles(agents as readonly Seat[]).map((circle) => ({
    slug: circle[0] ?? '',
    message: `delegates: circular delegation: ${[...circle, circle[0]].join(' → ')}.`,
  }))
