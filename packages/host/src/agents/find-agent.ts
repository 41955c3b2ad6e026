import { nearestName, type Result, refuse } from '@convene/domain'
import type { ListedAgent } from '@convene/library'
import type { Program } from '../program.ts'

/** An agent by its slug, or suggestions for who was meant. */
export async function findAgent(program: Program, wanted: string): Promise<Result<ListedAgent>> {
  const registry = await program.agents()
  const listed = await registry.get(wanted)
  if (listed) return { ok: true, value: listed }
  const slugs = (await registry.list()).map(({ agent }) => agent.slug)
  const nearest = nearestName(wanted, slugs)
  const hint = nearest ? ` Did you mean "${nearest}"?` : ''
  return refuse('unknown_agent', `Unknown agent "${wanted}".${hint}`)
}
