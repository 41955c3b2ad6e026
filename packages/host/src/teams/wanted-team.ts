import { cleanLine, ok, type Result, refuse, type Team } from '@convene/domain'
import { safeSlug } from '@convene/library'
import type { Program } from '../program.ts'

/** A team under another name, if one is given. */
export async function renamedTeam(team: Team, name: string | undefined): Promise<Result<Team>> {
  if (name === undefined) return ok(team)
  const plain = cleanLine(name).trim().slice(0, 80)
  if (plain === '') return refuse('bad_name', 'The team needs a name.')
  return ok({ ...team, name: plain, slug: safeSlug(plain, 'team') })
}

/** Whether this team comes from an untrusted repository, so other people wrote its prompts. */
export async function isForeign(program: Program, name: string): Promise<boolean> {
  const listed = (await program.teams()).get(name)
  const comesFromRepo = listed?.source === 'squad' || listed?.source === 'workspace'
  return comesFromRepo && (await program.trust()).state !== 'trusted'
}

/** The same for a team taken from a session: a member written out in it may come from the repository. */
export async function isForeignCopy(program: Program, team: Team): Promise<boolean> {
  const places = [team.lead, ...team.members, team.judge]
  const hasOwnPrompts = places.some((place) => typeof place === 'object' && typeof place.agent === 'object')
  return hasOwnPrompts && ['untrusted', 'changed'].includes((await program.trust()).state)
}
