import { isAbsolute } from 'node:path'
import type { Resource } from '@convene/domain'
import { isWithin } from '@convene/platform'
import { realOutputFolder } from './output-files.ts'

/** The folders of the disk that a session may see, if several groups of people share the machine. */
export type FolderBounds = {
  /** Everything below them, and nothing else. */
  readonly folders: readonly string[]
  /** Folders of other groups. Never shown, not even as part of a system folder. */
  readonly hidden: readonly string[]
}

type Bounded = {
  readonly bounds: FolderBounds | undefined
  readonly home: string
  readonly session: Parameters<typeof realOutputFolder>[1]
  /** Where the agent works: in one of the folders, in a clone, or in a worktree. */
  readonly workspace: string
}

/**
 * Denies whatever a call touches outside its session's folders, no matter what the rules say and who would approve it:
 * the rest of the disk belongs to other people. Paths are compared as the file system resolves them, so no link leads
 * out. Without bounds, everything is left to the rules.
 */
export async function guardFolders(resources: readonly Resource[], bounded: Bounded): Promise<readonly Resource[]> {
  const { bounds, home, session, workspace } = bounded
  if (!bounds) return resources
  const outputs = await realOutputFolder(home, session)
  const own = [...bounds.folders, workspace].filter((folder) => !isWithin(folder, '/'))
  const isOwn = ({ permission }: Resource, path: string) =>
    own.some((folder) => isWithin(folder, path)) ||
    (outputs !== undefined && permission !== 'edit' && isWithin(outputs, path))
  return resources.map((resource) => {
    const path = resource.absolute ?? resource.target
    const isPlace = isAbsolute(path) && !LINES.includes(resource.permission)
    return !isPlace || isOwn(resource, path) ? resource : { ...resource, verdict: 'deny', note: OUTSIDE }
  })
}

/** Their targets are command lines, which may begin with the path of a program. The sandbox limits those. */
const LINES = ['bash', 'network']

const OUTSIDE = 'It is outside the folders of this space, and nobody can allow that.'

/** Why a call must not run, if it touches another folder. */
export const leavesFolders = (resources: readonly Resource[]): string | undefined =>
  resources.find(({ note }) => note === OUTSIDE)?.note
