import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { ok, type Result, refuse } from '@convene/domain'
import type { ResolvedPath } from './resolve-path.ts'
import { whyFailed } from './why-failed.ts'

/** An open handle, and a path that leads only to it, even if names change in the meantime. */
export type OpenedFile = { readonly handle: FileHandle; readonly pinned: string }

/** Opens the very file that was checked, for reading or for writing in place. The caller closes the handle. */
export const openFile = (place: ResolvedPath, access: 'read' | 'write' = 'read'): Promise<Result<OpenedFile>> =>
  openChecked(place.real, access === 'read' ? constants.O_RDONLY : constants.O_RDWR, 'file')

/** Opens the very folder that was checked. The caller closes the handle. */
export const openFolder = (real: string): Promise<Result<OpenedFile>> =>
  openChecked(real, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0), 'folder')

async function openChecked(real: string, flags: number, kind: 'file' | 'folder'): Promise<Result<OpenedFile>> {
  let handle: FileHandle
  try {
    handle = await open(real, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return refuse('not_opened', `"${real}" cannot be opened: ${whyFailed(error)}.`)
  }
  const stat = await handle.stat()
  const isKind = kind === 'file' ? stat.isFile() : stat.isDirectory()
  if (isKind && (await leadsTo(handle, real))) return ok({ handle, pinned: await pinnedPath(handle, real) })
  await handle.close()
  return refuse('path_changed', `"${real}" changed while it was being opened.`)
}

/** Compares with the kernel's own name for the open file. If it has none, the path must still lead to the same file. */
async function leadsTo(handle: FileHandle, real: string): Promise<boolean> {
  const name = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
  if (name !== undefined) return name === real
  const [opened, named] = await Promise.all([handle.stat(), lstat(real)])
  return opened.ino === named.ino && opened.dev === named.dev && (await realpath(real)) === real
}

async function pinnedPath(handle: FileHandle, real: string): Promise<string> {
  const pinned = `/proc/self/fd/${handle.fd}`
  return readlink(pinned).then(
    () => pinned,
    () => real,
  )
}
