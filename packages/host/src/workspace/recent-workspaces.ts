import { statSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { branchOf } from '@convene/tools'
import type { Program } from '../program.ts'

const MOST_SESSIONS = 2_000
const MOST_FOLDERS = 50

/** A folder that sessions have worked in. */
export type RecentWorkspace = {
  readonly path: string
  readonly name: string
  readonly exists: boolean
  readonly branch: string | null
  readonly sessions: number
  readonly lastUsed: number | null
  readonly current: boolean
}

/** Folders that sessions have worked in, most recent first, including the program's own and the one `also` names. */
export async function recentWorkspaces(program: Program, also?: string): Promise<readonly RecentWorkspace[]> {
  const { log } = await program.store()
  const rows = await log.list({ limit: MOST_SESSIONS })
  const used = Map.groupBy(rows, ({ workspace }) => workspace)
  const paths = [
    ...new Set([program.workspace, ...(also && isAbsolute(also) && isFolder(also) ? [also] : []), ...used.keys()]),
  ]
    .filter((path) => path !== '' && !program.folders?.refuse(path))
    .slice(0, MOST_FOLDERS)
  const found = paths.map(async (path): Promise<RecentWorkspace> => {
    const sessions = used.get(path) ?? []
    const exists = isFolder(path)
    const lastUsed = sessions.length > 0 ? Math.max(...sessions.map(({ updatedAt }) => updatedAt)) : null
    const branch = exists ? await branchOf(path) : null
    return {
      path,
      name: basename(path) || path,
      exists,
      branch,
      sessions: sessions.length,
      lastUsed,
      current: path === program.workspace,
    }
  })
  return (await Promise.all(found)).sort((a, b) => (b.lastUsed ?? 0) - (a.lastUsed ?? 0))
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
