import { type Result, refuse, type Team } from '@convene/domain'
import type { Program } from '@convene/host'
import { findListedTeam, isForeign, isForeignCopy, renamedTeam, saveSquad, teamOfSession } from '@convene/host'
import { saveTeam } from '@convene/library'
import type { Output } from '@convene/protocol'
import type { Given } from '../context.ts'
import { sessionId } from '../sessions/find.ts'

type Kept = Output<'keepTeam'>

/** Saves a team, or a session's team, as a user file, a workspace file, or Squad files. */
export async function keepTeam(place: Program, given: Given<'keepTeam'>): Promise<Result<Kept>> {
  const wanted = await wantedTeam(place, given)
  if (!wanted.ok) return wanted
  if (given.as === 'squad') return asSquad(place, wanted.value)
  if (!given.sure && (await isSomebodyElses(place, given, wanted.value)))
    return refuse('untrusted_squad', 'Someone else wrote its prompts. Review them, then confirm that you are sure.')
  const { home, workspace } = place
  const { slug, name } = wanted.value
  const saved = saveTeam({ home, workspace, scope: given.as }, { team: wanted.value, replace: given.replace ?? false })
  if (!saved.ok) return saved
  return { ok: true, value: { slug, name, place: saved.value, files: [saved.value], alumni: [], notes: [] } }
}

const isSomebodyElses = (place: Program, given: Given<'keepTeam'>, team: Team): Promise<boolean> =>
  given.team !== undefined && given.session === undefined ? isForeign(place, given.team) : isForeignCopy(place, team)

async function wantedTeam(place: Program, { team, session, name }: Given<'keepTeam'>): Promise<Result<Team>> {
  if (session !== undefined) {
    const found = await sessionId(place, session)
    return found.ok ? teamOfSession(place, found.value, name) : found
  }
  const listed = await findListedTeam(place, team ?? '')
  return listed.ok ? renamedTeam(listed.value.team, name) : listed
}

async function asSquad(place: Program, team: Team): Promise<Result<Kept>> {
  const written = await saveSquad(place, team)
  if (!written.ok) return written
  const { folder, files, alumni, unsaved } = written.value
  if (unsaved.length > 0 && files.length === 0) return refuse('not_saved', unsaved.join('\n'))
  const { slug, name } = team
  const notes = [...written.value.notes, ...unsaved.map((why) => `Not saved: ${why}`)]
  return { ok: true, value: { slug, name, place: folder, files: [...files], alumni: [...alumni], notes } }
}
