import { randomBytes } from 'node:crypto'
import { cp, mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { plainName, removeTree } from '@convene/platform'

/** Moves files out of a workspace: nothing is lost, but no program runs them. Returns the new path or a reason. */
export type SetAside = (path: string) => Promise<{ readonly to: string } | { readonly why: string }>

/** Each in a separate folder under `set-aside/<session>/`. Only the user removes anything from there. */
export const setAsideIn =
  (home: string, session: SessionId): SetAside =>
  async (path) => {
    const folder = join(home, 'set-aside', plainName(session), randomBytes(6).toString('hex'))
    // Without the leading dot, file managers show it, and git does not take it for a repository.
    const to = join(folder, basename(path).replace(/^\.+/, '') || 'entry')
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await move(path, to)
      return { to }
    } catch (error) {
      return { why: error instanceof Error ? error.message : String(error) }
    }
  }

/** If the data folder is on another disk, it is copied, links as links, and then removed. */
async function move(path: string, to: string): Promise<void> {
  try {
    await rename(path, to)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error
    await cp(path, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false })
    await removeTree(path)
  }
}
