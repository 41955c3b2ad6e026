import { Agent, cleanLine, doubtfulReferences, Reasoning, slugOf } from '@convene/domain'

/** An agent in the editor's settings. */
type Written = {
  readonly name: string
  readonly systemPrompt: string
  readonly description?: string
  readonly useFor?: string
  readonly model?: string
  readonly reasoning?: string
  readonly delegationPermissions?: Permission
  readonly toolPermissions?: Permission
}

type Permission = { readonly type: string; readonly agents?: readonly string[]; readonly tools?: readonly string[] }

/** A team file's content, with the problems in its settings. */
export type EditorTeam = {
  readonly team: object | undefined
  readonly warnings: readonly string[]
  /** Tools its agents name that do not exist. */
  unknownTools(there: readonly string[]): readonly string[]
}

/**
 * Builds a team from the agents in the settings. Invalid entries are skipped with a warning that says which and why: a
 * typo must not disable the chat.
 */
export function editorTeam(agents: unknown, entryAgent: unknown, section = 'convene'): EditorTeam {
  const listed = Array.isArray(agents) ? agents : []
  const warnings: string[] = Array.isArray(agents) ? [] : [`${section}.agents must be a list.`]
  const members: Written[] = []
  for (const [index, agent] of listed.entries()) {
    const why = refuse(agent, members)
    if (why === undefined) members.push(agent as Written)
    else warnings.push(`${section}.agents[${index}] ${why}. It is skipped.`)
  }
  const first = members[0]
  if (first === undefined) return { team: undefined, warnings, unknownTools: () => [] }
  const entry = members.find(({ name }) => name === entryAgent)
  if (entryAgent !== '' && entryAgent !== undefined && !entry)
    warnings.push(`${section}.entryAgent: unknown agent "${String(entryAgent)}". ${first.name} answers first.`)
  const team = {
    name: 'Agents of the editor',
    slug: 'editor',
    mode: 'delegate',
    entryAgent: (entry ?? first).name,
    members: members.map((agent) => ({ agent: shortened(agent, warnings) })),
  }
  const doubts = doubtsAbout(members, undefined)
  return {
    team,
    warnings: [...warnings, ...doubts],
    unknownTools: (there) => doubtsAbout(members, there).filter((doubt) => !doubts.includes(doubt)),
  }
}

/** References that are unknown, duplicated or circular. */
function doubtsAbout(members: readonly Written[], tools: readonly string[] | undefined): readonly string[] {
  const agents = members.map(({ name, delegationPermissions: to, toolPermissions: may }) => ({
    slug: name,
    name,
    category: 'primary' as const,
    spawns: [],
    delegates: to?.type === 'specific' ? [...(to.agents ?? [])] : ('none' as const),
    tools: may?.type === 'specific' ? { only: [...(may.tools ?? [])] } : ('all' as const),
  }))
  return doubtfulReferences(agents, { tools, agents }).map(({ slug, message }) => `${slug}: ${message}`)
}

const LONGEST = 500

/** A text that is too long must not invalidate the whole team: it is cut, with a warning. */
function shortened(agent: Written, warnings: string[]): Written {
  const cut = (field: 'description' | 'useFor'): object => {
    const text = agent[field]
    const line = typeof text === 'string' ? cleanLine(text) : undefined
    if (line === undefined || line.length <= LONGEST) return line === undefined ? {} : { [field]: line }
    warnings.push(`${agent.name}: ${field} has ${line.length} characters. Only the first ${LONGEST} are used.`)
    return { [field]: line.slice(0, LONGEST) }
  }
  return { ...agent, ...cut('description'), ...cut('useFor') }
}

function refuse(agent: unknown, before: readonly Written[]): string | undefined {
  if (typeof agent !== 'object' || agent === null || Array.isArray(agent)) return 'must be an object'
  const { name, systemPrompt, reasoning, delegationPermissions, toolPermissions } = agent as Partial<Written>
  if (typeof name !== 'string' || name.trim() === '') return 'has no name'
  if (typeof systemPrompt !== 'string' || systemPrompt.trim() === '') return `("${name}") has no systemPrompt`
  const odd = refuseName(name, before)
  if (odd !== undefined) return odd
  if (reasoning !== undefined && !Reasoning.safeParse(reasoning).success)
    return `("${name}") has invalid reasoning: use ${Reasoning.options.join(', ')}`
  const wrong =
    refusePermission(delegationPermissions, 'delegationPermissions', 'agents') ??
    refusePermission(toolPermissions, 'toolPermissions', 'tools')
  const rest = wrong ?? refuseRest(agent as Written)
  return rest === undefined ? undefined : `("${name}") ${rest}`
}

/** The name is also what others call the agent by: with one that the team cannot have, nobody could work. */
function refuseName(name: string, before: readonly Written[]): string | undefined {
  const shown = `("${cleanLine(name).slice(0, 50)}")`
  const isTaken = before.some((other) => slugOf(other.name) === slugOf(name))
  if (isTaken) return `${shown} uses a name that is already taken`
  if (slugOf(name) === '') return `${shown} needs at least one letter from a to z or a digit in its name`
  const why = problemIn(Agent.pick({ name: true, slug: true }).safeParse({ name, slug: slugOf(name) }))
  return why && `${shown} has an invalid name: ${why}`
}

/** What an agent file would be refused for must not cost the other agents. */
function refuseRest({ name, systemPrompt, ...rest }: Written): string | undefined {
  const { description: _description, useFor: _useFor, ...fields } = rest
  const checked = Agent.safeParse({ ...fields, name, slug: slugOf(name), prompt: systemPrompt })
  const why = problemIn(checked)
  return why && `has an invalid field: ${why}`
}

type Checked = { readonly error?: { readonly issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

function problemIn({ error }: Checked): string | undefined {
  const [issue] = error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

/** An unreadable permission would count as none or all, and the user meant neither. */
function refusePermission(given: unknown, name: string, list: 'agents' | 'tools'): string | undefined {
  if (given === undefined) return undefined
  const { type, [list]: named } = (given ?? {}) as { readonly type?: unknown } & Partial<Record<typeof list, unknown>>
  if (type === 'all' || type === 'none') return undefined
  if (type !== 'specific') return `has invalid ${name}: type must be "all", "none" or "specific"`
  const isList = Array.isArray(named) && named.every((each) => typeof each === 'string')
  return isList ? undefined : `has invalid ${name}: type "specific" needs a list of ${list}`
}
