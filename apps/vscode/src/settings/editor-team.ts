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
export type EditorTeam = { readonly team: object | undefined; readonly warnings: readonly string[] }

/**
 * The agents of the settings as a team. What cannot be used is left out, each with a warning that says which and why:
 * a typing error must not take the chat away.
 */
export function editorTeam(agents: unknown, entryAgent: unknown): EditorTeam {
  const listed = Array.isArray(agents) ? agents : []
  const warnings: string[] = Array.isArray(agents) ? [] : ['convene.agents must be a list.']
  const members: Written[] = []
  for (const [index, agent] of listed.entries()) {
    const why = refuse(agent, members)
    if (why === undefined) members.push(agent as Written)
    else warnings.push(`convene.agents[${index}] ${why}; it is left out.`)
  }
  const first = members[0]
  if (first === undefined) return { team: undefined, warnings }
  const entry = members.find(({ name }) => name === entryAgent)
  if (entryAgent !== '' && entryAgent !== undefined && !entry)
    warnings.push(`convene.entryAgent: there is no agent "${String(entryAgent)}"; ${first.name} answers first.`)
  const team = {
    name: 'Agents of the editor',
    slug: 'editor',
    mode: 'delegate',
    entryAgent: (entry ?? first).name,
    members: members.map((agent) => ({ agent })),
  }
  return { team, warnings }
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
