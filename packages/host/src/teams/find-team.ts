import { nearestName, ok, type Result, refuse } from '@convene/domain'
import { type DescribedTeam, describeTeam, type ListedTeam } from '@convene/library'
import type { Program } from '../program.ts'

/** The team that a name or slug means, or the closest match. */
export async function findListedTeam(program: Program, wanted: string): Promise<Result<ListedTeam>> {
  const registry = await program.teams()
  const listed = registry.get(wanted)
  if (listed) return ok(listed)
  const names = registry.list().flatMap(({ team }) => [team.slug, team.name])
  const nearest = nearestName(wanted, names)
  const hint = nearest ? ` Did you mean "${nearest}"?` : ''
  return refuse('unknown_team', `Unknown team "${wanted}".${hint}`)
}

/** Every team, with its members looked up. */
export async function describedTeams(program: Program): Promise<readonly DescribedTeam[]> {
  const [registry, agents] = await Promise.all([program.teams(), program.agents()])
  return Promise.all(registry.list().map((listed) => describeTeam(listed, agents)))
}
