import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Event, ok, type Result, refuse, toWire } from '@convene/domain'

/** How long something stays in the trash. */
export const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

export const trashFolder = (home: string): string => join(home, 'trash')

/** Keeps the events of a session for a week: one JSON object a line, as other programs get them. */
export const keepEvents = (home: string, session: string, events: readonly Event[]): Promise<Result<string>> =>
  keep(home, `${session}.jsonl`, Buffer.from(events.map((event) => `${JSON.stringify(toWire(event))}\n`).join('')))

/** Whether the trash can put this session back. */
export const isInTrash = (home: string, session: string): Promise<boolean> =>
  access(join(trashFolder(home), `${session}.jsonl`)).then(
    () => true,
    () => false,
  )

/** Keeps what an agent did in its worktree for a week. */
export const keepPatch = (home: string, name: string, patch: Buffer): Promise<Result<string>> =>
  keep(home, `${name}.patch`, patch)

/** Whole or not at all, and on the disk before anything is removed. */
async function keep(home: string, name: string, bytes: Buffer): Promise<Result<string>> {
  const path = join(trashFolder(home), name)
  const temporary = join(trashFolder(home), `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await mkdir(trashFolder(home), { recursive: true, mode: 0o700 })
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    return ok(path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    return refuse('not_kept', `It could not be moved to ${trashFolder(home)}: ${(error as Error).message}`)
  }
}

/** Empties the trash of what has been in it for a week. */
export async function emptyTrash(home: string, now: number): Promise<void> {
  for (const name of await readdir(trashFolder(home)).catch((): string[] => [])) {
    const path = join(trashFolder(home), name)
    const found = await stat(path).catch(() => undefined)
    if (found && now - found.mtimeMs > WEEK_MS) await rm(path, { force: true })
  }
}
