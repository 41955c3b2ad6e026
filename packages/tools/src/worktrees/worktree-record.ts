import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SessionId, Slug } from '@convene/domain'
import { replaceFile } from '@convene/platform'
import { z } from 'zod'

/** What is known about a worktree. Stored next to it, out of reach of the agent that works in it. */
export const WorktreeRecord = z.object({
  workspace: z.string(),
  root: z.string(),
  common: z.string(),
  inside: z.string(),
  /** The commit that it started from. */
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** The tree it started with, if that was not just the commit. Its objects are in `<folder>.objects`. */
  start: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  /** False until every file is there: a worktree left incomplete by a dying process is created again. */
  ready: z.boolean(),
})
export type WorktreeRecord = z.infer<typeof WorktreeRecord>

/** What a worktree is compared with: its starting point. */
export const beginningOf = ({ start, base }: WorktreeRecord): string => start ?? base

export const objectsFolder = (folder: string): string => `${folder}.objects`

/**
 * One agent of one session, one step of its plan, or the run's build. `build`: the worktree of the build that it is, or
 * whose files it begins with.
 */
export type WorktreeWorker = {
  readonly session: SessionId
  readonly agent: string
  readonly build?: string | undefined
}

const SESSION = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/

export const worktreesFolder = (home: string): string => join(home, 'worktrees')

/** Undefined for an invalid folder name. */
export function sessionFolder(home: string, session: string): string | undefined {
  return SESSION.test(session) ? join(worktreesFolder(home), session) : undefined
}

export function worktreeFolder(home: string, { session, agent }: WorktreeWorker): string | undefined {
  const folder = sessionFolder(home, session)
  return folder !== undefined && Slug.safeParse(agent).success ? join(folder, agent) : undefined
}

export async function readWorktreeRecord(folder: string): Promise<WorktreeRecord | undefined> {
  try {
    return WorktreeRecord.parse(JSON.parse(await readFile(`${folder}.json`, 'utf8')))
  } catch {
    return undefined
  }
}

export async function writeWorktreeRecord(folder: string, record: WorktreeRecord): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o700 })
  replaceFile(`${folder}.json`, `${JSON.stringify(record)}\n`)
}

/** The agents of a session that have a worktree. */
export async function recordedAgents(home: string, session: string): Promise<readonly string[]> {
  const names = await readdir(sessionFolder(home, session) ?? '').catch((): string[] => [])
  return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [])).sort()
}
