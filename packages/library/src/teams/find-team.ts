import { isAbsolute, resolve } from 'node:path'
import { nearestName, ok, type Result, refuse, type Team } from '@convene/domain'
import { type FileProblem, hasErrors, problemText } from '@convene/platform'
import { narrowTeam } from './narrow-team.ts'
import { type ListedTeam, readTeamFile, type TeamRegistry, type TeamSource } from './team-registry.ts'

/** The team that was named, with warnings about it. */
export type FoundTeam = { readonly team: Team; readonly source: TeamSource; readonly warnings?: readonly FileProblem[] }

type Places = {
  readonly registry: TeamRegistry
  /** The base for relative team file paths. If omitted, teams have names only, and no file is read for one. */
  readonly directory?: string | undefined
  readonly modes: readonly string[]
  readonly trusted?: boolean
}

/** The team with this name, slug or file, or what is wrong with it. */
export function findTeamByName(
  name: string,
  { registry, directory, modes, trusted = false }: Places,
): Result<FoundTeam> {
  const listed = registry.get(name)
  if (listed?.source === 'squad' && !trusted) return refuse('untrusted_squad', untrustedSquad(listed))
  if (listed) return ok(listed)
  const isFile = isAbsolute(name) || /[\\/]|\.json$/u.test(name)
  if (isFile && directory === undefined) return refuse('unknown_team', BY_NAME)
  if (isFile && directory !== undefined) return fromFile(resolve(directory, name), modes)
  const broken = registry.problems().find(({ severity, file }) => severity === 'error' && file.endsWith(`${name}.json`))
  if (broken) return refuse('bad_team', problemText(broken))
  const nearest = nearestName(
    name,
    registry.list().flatMap(({ team }) => [team.slug, team.name]),
  )
  const hint = nearest ? ` Did you mean "${nearest}"?` : ''
  return refuse('unknown_team', `Unknown team "${name}".${hint}`)
}

/** Says nothing about the path, so that nobody learns from it which files exist. */
const BY_NAME = 'Teams have names here, and team files are not read by their path. Import the file as a team first.'

const untrustedSquad = ({ team, path }: ListedTeam): string =>
  `The team ${team.name} comes from ${path}, and its prompts are not trusted. Review them, then trust the workspace.`

/** Trust covers the contents of known files, and this is not one of them: it can deny, but not allow. */
function fromFile(file: string, modes: readonly string[]): Result<FoundTeam> {
  const { team, problems } = readTeamFile(file, modes)
  if (team && !hasErrors(problems)) return ok({ team: narrowTeam(team), source: 'file' })
  const code = problems.some((problem) => problem.code === 'unreadable') ? 'unknown_team' : 'bad_team'
  return refuse(code, problems.map(problemText).join('\n'))
}
