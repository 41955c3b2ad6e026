import { join } from 'node:path'
import type { Team } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import { listSourceFiles, readSourceFile } from '@convene/platform'
import { untrustedModel } from '../settings/untrusted-model.ts'
import { findSquad } from '../squad/squad-folder.ts'
import { namesModels, narrowTeam, withoutModels } from './narrow-team.ts'
import { readTeam, type TeamReading, unknownMode } from './read-team.ts'

export type TeamSource = 'built-in' | 'user' | 'workspace' | 'squad' | 'file'

/** A team, where it came from, the files it overrides, nearest first, and the warnings about its own files. */
export type ListedTeam = {
  readonly team: Team
  readonly source: TeamSource
  readonly file: string
  /** The path shown to the user: the file, or the folder of a Squad team. */
  readonly path: string
  readonly shadows: readonly string[]
  readonly warnings: readonly FileProblem[]
}

/** Files in an untrusted workspace can narrow permissions, but not widen them. */
export type TeamPlaces = {
  readonly home: string
  readonly workspace: string
  readonly modes: readonly string[]
  readonly trusted?: boolean
  /** Reads the Squad files of the workspace. Without it, they are ignored. */
  readonly squad?: ((folder: string, workspace: string) => TeamReading) | undefined
}

/** All available teams. Files are read once, when first needed. */
export type TeamRegistry = {
  list(): readonly ListedTeam[]
  /** A team by its slug or by its name ignoring case. */
  get(slugOrName: string): ListedTeam | undefined
  /** Teams of an untrusted workspace whose names are taken: they are shown, but cannot be used. */
  unused(): readonly ListedTeam[]
  /** Problems in team files. An invalid file does not hide others. */
  problems(): readonly FileProblem[]
}

type Folder = { readonly source: TeamSource; readonly path: string; readonly inside?: string }
type Found = {
  readonly teams: readonly ListedTeam[]
  readonly unused: readonly ListedTeam[]
  readonly problems: readonly FileProblem[]
}

const MAX_BYTES = 1_000_000

/**
 * Teams from all places: built-in, the user's, the workspace's, its Squad files. The last one with the same slug or
 * name wins.
 */
export function teamRegistry(places: TeamPlaces): TeamRegistry {
  let found: Found | undefined
  const read = () => {
    found ??= readFolders(places)
    return found
  }
  return {
    list: () => read().teams,
    unused: () => read().unused,
    problems: () => read().problems,
    get: (slugOrName) => read().teams.find(({ team }) => isCalled(team, slugOrName)),
  }
}

/** Reads a team from a file that the user named. */
export function readTeamFile(file: string, modes: readonly string[]): TeamReading {
  return readOne({ source: 'file', path: '' }, file, modes)
}

export const isCalled = (team: Team, slugOrName: string): boolean =>
  team.slug === slugOrName || team.name.toLowerCase() === slugOrName.toLowerCase()

const isSame = (team: Team, other: Team): boolean => isCalled(team, other.slug) || isCalled(team, other.name)

function foldersOf({ home, workspace }: TeamPlaces): readonly Folder[] {
  return [
    { source: 'built-in', path: join(import.meta.dirname, 'built-in') },
    { source: 'user', path: join(home, 'teams') },
    { source: 'workspace', path: join(workspace, '.convene', 'teams'), inside: workspace },
  ]
}

function readFolders(places: TeamPlaces): Found {
  let teams: readonly ListedTeam[] = []
  const problems: FileProblem[] = []
  const unused: ListedTeam[] = []
  const add = (listed: ListedTeam) => {
    const taken = nameTaken(teams, listed, places)
    if (!taken) teams = withTeam(teams, listed)
    else {
      problems.push(taken)
      unused.push(listed)
    }
  }
  for (const folder of foldersOf(places)) {
    const listing = listSourceFiles({ path: folder.path, ending: '.json' })
    problems.push(...listing.problems)
    for (const file of listing.files) {
      const { team, problems: warnings } = readListed(folder, file, places)
      problems.push(...warnings)
      if (team) add({ team, source: folder.source, file, path: file, shadows: [], warnings })
    }
  }
  const squad = readSquadTeam(places)
  problems.push(...squad.problems)
  if (squad.team) add(squad.team)
  return { teams, unused, problems }
}

/** As it is used: without what only a trusted workspace may decide. */
function readListed(folder: Folder, file: string, { modes, trusted }: TeamPlaces): TeamReading {
  const { team, problems } = readOne(folder, file, modes)
  if (!team || folder.source !== 'workspace' || trusted) return { ...(team && { team }), problems }
  const untrusted = namesModels(team) ? [untrustedModel(file)] : []
  return { team: withoutModels(narrowTeam(team)), problems: [...problems, ...untrusted] }
}

/**
 * A cloned repository must not put its own team behind a familiar name: a user who starts a review gets their own team.
 */
function nameTaken(
  teams: readonly ListedTeam[],
  { team, source, file }: ListedTeam,
  { trusted }: TeamPlaces,
): FileProblem | undefined {
  if (trusted || (source !== 'workspace' && source !== 'squad')) return undefined
  const known = teams.find((each) => ['built-in', 'user'].includes(each.source) && isSame(each.team, team))
  if (!known) return undefined
  const whose = known.source === 'user' ? 'one of your teams' : 'a built-in team'
  const message = `not used: ${whose} is already called "${known.team.name}", and this workspace is not trusted. Rename it, or see \`convene trust --show\`.`
  return { severity: 'warning', code: 'untrusted', file, message }
}

/** The team in the workspace's Squad files. Before the workspace is trusted, it is shown, but cannot choose models. */
function readSquadTeam({ workspace, modes, trusted, squad: read }: TeamPlaces): {
  readonly team?: ListedTeam
  readonly problems: readonly FileProblem[]
} {
  const path = findSquad(workspace)
  if (path === undefined || !read) return { problems: [] }
  const { team, problems } = read(path, workspace)
  const file = join(path, 'team.md')
  if (!team) return { problems }
  if (!modes.includes(team.mode))
    return {
      problems: [...problems, { severity: 'error', code: 'bad_team', file, message: unknownMode(team.mode, modes) }],
    }
  const usable = trusted ? team : withoutModels(team)
  return { team: { team: usable, source: 'squad', file, path, shadows: [], warnings: problems }, problems }
}

function withTeam(teams: readonly ListedTeam[], added: ListedTeam): readonly ListedTeam[] {
  const isHidden = ({ team }: ListedTeam) => isSame(team, added.team)
  const shadows = teams.filter(isHidden).flatMap(({ file, shadows }) => [file, ...shadows])
  return [...teams.filter((listed) => !isHidden(listed)), { ...added, shadows }]
}

function readOne(folder: Folder, file: string, modes: readonly string[]): TeamReading {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES, ...(folder.inside ? { inside: folder.inside } : {}) })
  if (found.state === 'read') return readTeam(file, found.text, modes)
  if (found.state === 'missing')
    return { problems: [{ severity: 'error', code: 'unreadable', file, message: 'the file does not exist' }] }
  return { problems: [{ severity: 'error', code: 'bad_team', file, message: found.message }] }
}
