import { type Agent, type Doubt, doubtfulReferences, type Member, type Team, unknownVariables } from '@convene/domain'
import { availableModels } from '../models/coding-agents.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'
import { unfilledVariable } from '../run/unfilled-variable.ts'

/** Doubts about agents: names that lead nowhere, twice or in circles, and variables that nothing fills. */
export async function diagnoseAgents(program: Program, agents: readonly Agent[]): Promise<readonly Doubt[]> {
  const all = (await (await program.agents()).list()).map(({ agent }) => agent)
  return [
    ...(await references(program, agents, [...agents, ...all])),
    ...(await unknownArguments(program, agents)),
    ...(await unknownModels(program, agents)),
    ...(await variables(program, agents)),
  ]
}

/** Arguments that a tool does not have make every one of its calls fail. */
async function unknownArguments(program: Program, agents: readonly Agent[]): Promise<readonly Doubt[]> {
  const listed = (await program.tools()).list()
  return agents.flatMap(({ slug, tools }) =>
    Object.entries((typeof tools === 'object' && tools.overrides) || {}).flatMap(([name, override]) => {
      const { properties = {} } = (listed.find((tool) => tool.name === name)?.input ?? {}) as { properties?: object }
      const known = Object.keys(properties)
      return Object.keys(override.arguments ?? {})
        .filter((argument) => known.length > 0 && !known.includes(argument))
        .map((argument) => ({
          slug,
          message: `tools.overrides: ${name} has no argument "${argument}". It has ${known.join(', ')}.`,
        }))
    }),
  )
}

async function unknownModels(program: Program, agents: readonly Agent[]): Promise<readonly Doubt[]> {
  const { settings } = await program.settings()
  const catalog = await availableModels(program, settings, await program.withStandIns())
  return agents.flatMap(({ slug, model }) => {
    const refusal = model === undefined ? undefined : refuseModel(catalog, model)
    return refusal ? [{ slug, message: `model: ${refusal.message} Until then, the run's model is used.` }] : []
  })
}

/** The same for everyone in a team, where work can be delegated only to members. */
export async function diagnoseMembers(program: Program, team: Team): Promise<readonly Doubt[]> {
  const registry = await program.agents()
  const members = [team.lead, team.judge, ...team.members].filter((member) => member !== undefined)
  const found = await Promise.all(members.map((member) => agentOf(member, registry)))
  const seated = found.filter((agent, index) => agent && found.findIndex((one) => one?.slug === agent.slug) === index)
  const agents = seated.filter((agent) => agent !== undefined)
  const subagents = (await registry.list()).map(({ agent }) => agent).filter(({ category }) => category === 'subagent')
  return [...(await references(program, agents, [...agents, ...subagents])), ...(await variables(program, agents))]
}

async function agentOf(member: Member, registry: Awaited<ReturnType<Program['agents']>>): Promise<Agent | undefined> {
  const named = typeof member === 'string' ? member : member.agent
  return typeof named === 'string' ? (await registry.get(named))?.agent : named
}

/** Loads tool files and servers only if a name is unknown without them. */
async function references(
  program: Program,
  agents: readonly Agent[],
  known: readonly Agent[],
): Promise<readonly Doubt[]> {
  const toolbox = await program.tools()
  const look = () => doubtfulReferences(agents, { tools: toolbox.list().map(({ name }) => name), agents: known })
  if (!look().some(({ message }) => message.startsWith('tools.'))) return look()
  await toolbox.ready()
  return look()
}

async function variables(program: Program, agents: readonly Agent[]): Promise<readonly Doubt[]> {
  const { settings } = await program.settings()
  return agents.flatMap((agent) =>
    unknownVariables(agent, settings.variables).map((name) => ({ slug: agent.slug, message: unfilledVariable(name) })),
  )
}
