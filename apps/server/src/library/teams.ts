import { type Json, modes, nearestName, type Result, refuse, type Team } from '@convene/domain'
import type { Program } from '@convene/host'
import { adviceAbout, draftTeamPrompts, saveSquad } from '@convene/host'
import { deleteTeam, describeTeam, readTeam, safeSlug, saveTeam, suggestTeams, teamFileText } from '@convene/library'
import { problemText } from '@convene/platform'
import type { Output, Problem } from '@convene/protocol'
import { doneAnswer, type Handlers, inPlace } from '../context.ts'
import { keepTeam } from './keep-team.ts'
import { none, withPrompts } from './with-prompts.ts'

type Names =
  | 'teams'
  | 'team'
  | 'createTeam'
  | 'saveTeam'
  | 'keepTeam'
  | 'deleteTeam'
  | 'checkTeam'
  | 'suggestTeam'
  | 'modes'

/** Teams of a workspace and the modes they work in: viewing, saving and deleting them. */
export const teamHandlers: Handlers<Names> = {
  teams: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const registry = await place.teams()
      const items = registry
        .list()
        .map(({ team, source, file, shadows }) => ({ team, source, file, shadows: [...shadows] }))
      return { ok: true, value: { items, next: null, problems: [...registry.problems()] } }
    }),
  team: (context, { slug, workspace }) =>
    inPlace(context, workspace, async (place) => {
      const found = await findTeam(place, slug)
      if (!found.ok) return found
      const { team, source, file, shadows } = found.value
      return { ok: true, value: { team, source, file, shadows: [...shadows], text: teamFileText(team) } }
    }),
  createTeam: (context, given) => inPlace(context, given.workspace, (place) => save(place, given, { replace: false })),
  saveTeam: (context, given) =>
    inPlace(context, given.workspace, (place) => save(place, given, { replace: true, slug: given.slug })),
  keepTeam: (context, given) => inPlace(context, given.workspace, (place) => keepTeam(place, given)),
  deleteTeam: (context, { slug, workspace }) =>
    inPlace<Output<'deleteTeam'>>(context, workspace, async (place) => {
      const found = await findTeam(place, slug)
      if (!found.ok) return found
      if (found.value.source !== 'user' && found.value.source !== 'workspace')
        return refuse('built_in', `${slug} cannot be deleted. To replace it, create a team with the same slug.`)
      const deleted = deleteTeam(found.value.file)
      return deleted.ok ? doneAnswer : deleted
    }),
  checkTeam: (context, given) =>
    inPlace(context, given.workspace, async (place) => {
      const { team, text, problems } = await read(given, 'new')
      const found = team && given.prompts ? await draftTeamPrompts(place, team) : none
      const advice = team ? await adviceOn(place, team) : []
      return { ok: true, value: { team: team ?? null, text, ...withPrompts([...problems, ...advice], found) } }
    }),
  suggestTeam: (context, { goal, workspace }) =>
    inPlace(context, workspace, async (place) => {
      const [teams, agents] = [await place.teams(), await place.agents()]
      const described = await Promise.all(teams.list().map((listed) => describeTeam(listed, agents)))
      const items = suggestTeams(goal, described).map(({ team, reasons }) => ({
        slug: team.slug,
        name: team.name,
        mode: team.mode,
        because: reasons.join('; '),
      }))
      return { ok: true, value: { items, next: null } }
    }),
  modes: async () => {
    const items = Object.values(modes).map(({ name, summary, transitions }) => ({ name, summary, transitions }))
    return { ok: true, value: { items: items as Output<'modes'>['items'], next: null } }
  },
}

/** What the record says about the models of a draft. */
async function adviceOn(place: Program, team: Team): Promise<readonly Problem[]> {
  const listed = { team, source: 'user', file: '', path: '', shadows: [], warnings: [] } as const
  const lines = await adviceAbout(place, await describeTeam(listed, await place.agents()))
  return lines.map(({ code, message }) => ({ severity: 'warning', code, file: '', message }))
}

async function findTeam(place: Program, slug: string) {
  const registry = await place.teams()
  const found = registry.get(slug)
  if (found) return { ok: true, value: found } as const
  const names = registry.list().flatMap(({ team }) => [team.slug, team.name])
  const nearest = nearestName(slug, names)
  return refuse('unknown_team', `Team "${slug}" not found.${nearest ? ` Did you mean "${nearest}"?` : ''}`)
}

type Written = {
  readonly text?: string | undefined
  readonly team?: { readonly [key: string]: Json } | undefined
  readonly scope?: 'user' | 'workspace' | 'squad' | undefined
}

async function read({ text, team }: Written, slug: string) {
  const written = text ?? `${JSON.stringify(team ?? {}, null, 2)}\n`
  return { text: written, ...readTeam(`${slug}.json`, written, Object.keys(modes)) }
}

async function save(
  place: Program,
  given: Written,
  { replace, slug }: { readonly replace: boolean; readonly slug?: string },
): Promise<Result<Output<'saveTeam'>>> {
  const { team, problems } = await read(given, slug ?? 'new')
  if (!team) return refuse('bad_team', problems.map(problemText).join('\n') || 'This is not a valid team.')
  if (slug !== undefined && team.slug !== slug)
    return refuse('bad_team', `The team’s slug is ${team.slug}, not ${slug}.`)
  if (given.scope === 'squad') return writeBack(place, team, replace)
  const { home, workspace } = place
  const saved = saveTeam({ home, workspace, scope: given.scope ?? 'user' }, { team, replace })
  return saved.ok ? { ok: true, value: { slug: team.slug, file: saved.value, problems: problems as Problem[] } } : saved
}

/** Saves to the workspace's Squad files. A new team does not replace the repository's existing one. */
async function writeBack(place: Program, team: Team, replace: boolean): Promise<Result<Output<'saveTeam'>>> {
  const slug = safeSlug(team.name, team.slug)
  const there = (await place.teams()).list().find(({ source }) => source === 'squad')?.team
  if (there && there.slug !== slug && !replace)
    return refuse(
      'squad_taken',
      `This repository already has the Squad team ${there.name}. Open that team to change it.`,
    )
  const written = await saveSquad(place, team)
  if (!written.ok) return written
  const { folder, files, notes, unsaved } = written.value
  if (unsaved.length > 0 && files.length === 0) return refuse('not_saved', unsaved.join('\n'))
  const problems = [...notes, ...unsaved.map((why) => `Not saved: ${why}`)].map(
    (message): Problem => ({ severity: 'warning', code: 'squad', file: folder, message }),
  )
  return { ok: true, value: { slug, file: folder, problems } }
}
