import { AUTO, modes, type Result, refuse } from '@convene/domain'
import { describedTeams, type Program } from '@convene/host'

const PREFIX = 'convene/'

/** The team or mode that a model name stands for. */
export type TeamModel = { readonly team: string } | { readonly mode: string }

/** All model names: one per mode and team. */
export async function teamModels(program: Program): Promise<readonly string[]> {
  const teams = await describedTeams(program)
  return [AUTO, ...Object.keys(modes), ...teams.map(({ slug }) => slug)].map((name) => `${PREFIX}${name}`)
}

export async function findTeamModel(program: Program, name: string): Promise<Result<TeamModel>> {
  const known = await teamModels(program)
  if (!known.includes(name)) return refuse('model_not_found', `Unknown model "${name}". Models: ${known.join(', ')}.`)
  const short = name.slice(PREFIX.length)
  const isMode = short === AUTO || Object.hasOwn(modes, short)
  return { ok: true, value: isMode ? { mode: short } : { team: short } }
}
