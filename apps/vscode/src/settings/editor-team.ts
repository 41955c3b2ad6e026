import { cleanLine, doubtfulReferences } from '@convene/domain'

/** An agent as the editor's settings write it. */
type Written = {
  readonly name: string
  readonly systemPrompt: string
  readonly description?: string
  readonly useFor?: string
  readonly model?: string
  readonly delegationPermissions?: Permission
  readonly toolPermissions?: Permission
}

type Permission = { readonly type: string; readonly agents?: readonly string[]; readonly tools?: readonly string[] }

/** A team file's content, and what was wrong with the settings it was made of. */
export type EditorTeam = {
  readonly team: object | undefined
  readonly warnings: readonly string[]
  /** Tools that its agents name and that are not among these. */
  unknownTools(there: readonly string[]): readonly string[]
}

/**
 * The agents of the settings as a team. What cannot be used is left out, each with a warning that says which and why:
 * a typing error must not take the chat away.
 */
export function editorTeam(agents: unknown, entryAgent: unknown, section = 'convene'): EditorTeam {
  const listed = Array.isArray(agents) ? agents : []
  const warnings: string[] = Array.isArray(agents) ? [] : [`${section}.agents must be a list.`]
  const members: Written[] = []
  for (const [index, agent] of listed.entries()) {
    const why = refuse(agent, members)
    if (why === undefined) members.push(agent as Written)
    else warnings.push(`${section}.agents[${index}] ${why}; it is left out.`)
  }
  const first = members[0]
  if (first === undefined) return { team: undefined, warnings, unknownTools: () => [] }
  const entry = members.find(({ name }) => name === entryAgent)
  if (entryAgent !== '' && entryAgent !== undefined && !entry)
    warnings.push(`${section}.entryAgent: there is no agent "${String(entryAgent)}"; ${first.name} answers first.`)
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

/** Names that lead nowhere, stand twice, or lead round in a circle. */
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

/** One line that is too long must not cost the whole team: it is cut, and named. */
function shortened(agent: Written, warnings: string[]): Written {
  const cut = (field: 'description' | 'useFor'): object => {
    const text = agent[field]
    const line = typeof text === 'string' ? cleanLine(text) : undefined
    if (line === undefined || line.length <= LONGEST) return line === undefined ? {} : { [field]: line }
    warnings.push(`${agent.name}: ${field} has ${line.length} characters; the first ${LONGEST} are used.`)
    return { [field]: line.slice(0, LONGEST) }
  }
  return { ...agent, ...cut('description'), ...cut('useFor') }
}

function refuse(agent: unknown, before: readonly Written[]): string | undefined {
  if (typeof agent !== 'object' || agent === null || Array.isArray(agent)) return 'must be an object'
  const { name, systemPrompt, delegationPermissions, toolPermissions } = agent as Partial<Written>
  if (typeof name !== 'string' || name.trim() === '') return 'has no name'
  if (typeof systemPrompt !== 'string' || systemPrompt.trim() === '') return `("${name}") has no systemPrompt`
  if (before.some((other) => other.name.toLowerCase() === name.toLowerCase())) return `("${name}") has a name twice`
  const wrong =
    refusePermission(delegationPermissions, 'delegationPermissions', 'agents') ??
    refusePermission(toolPermissions, 'toolPermissions', 'tools')
  return wrong === undefined ? undefined : `("${name}") ${wrong}`
}

/** What is not readable as a permission would be read as none or as all: neither is what the person meant. */
function refusePermission(given: unknown, name: string, list: 'agents' | 'tools'): string | undefined {
  if (given === undefined) return undefined
  const { type, [list]: named } = (given ?? {}) as { readonly type?: unknown } & Partial<Record<typeof list, unknown>>
  if (type === 'all' || type === 'none') return undefined
  if (type !== 'specific') return `has ${name} whose type is not "all", "none" or "specific"`
  const isList = Array.isArray(named) && named.every((each) => typeof each === 'string')
  return isList ? undefined : `has ${name} that are specific, without a list of ${list}`
}
