import { randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { openFile, openFolder } from '../path/open-checked.ts'
import type { ResolvedPath } from '../path/resolve-path.ts'
import { whyFailed } from '../path/why-failed.ts'
import { readBytes } from '../text/read-bytes.ts'
import { MAX_EDITABLE_BYTES, type TextFile, type ToolChange } from './change.ts'
import { madeFolders, removeEmpty } from './made-folders.ts'

/** A change that is ready to be made at once. `undo` restores the previous state, `discard` leaves no trace. */
export type Staged = {
  apply(): Promise<Result<void>>
  undo(): Promise<void>
  discard(): Promise<void>
}

/** Writes the new content next to the file, so making the change is a single rename. */
export async function stage({ place, before, after, mode }: ToolChange): Promise<Result<Staged>> {
  if (after === undefined) return before ? ok(removal(place, before)) : ok(nothing)
  if (before && before.links > 1) return ok(inPlace(place, before, after))
  const made = await madeFolders(place)
  if (!made.ok) return made
  const temporary = `.${randomBytes(6).toString('hex')}.convene-tmp`
  const written = await writeBeside(place, temporary, { after, mode: mode ?? before?.mode, owner: before?.owner })
  if (written.ok) return ok(replacement({ place, before, temporary, made: made.value }))
  await removeEmpty(made.value)
  // A folder that cannot be added to can still contain a writable file.
  return before && written.refusal.code === 'no_room_beside' ? ok(inPlace(place, before, after)) : written
}

const nothing: Staged = { apply: async () => ok(undefined), undo: async () => {}, discard: async () => {} }

type Written = {
  readonly after: string
  readonly mode: number | undefined
  readonly owner: TextFile['owner'] | undefined
}

async function writeBeside(
  place: ResolvedPath,
  temporary: string,
  { after, mode, owner }: Written,
): Promise<Result<void>> {
  return inFolderOf(place, async (folder) => {
    const file = await open(join(folder, temporary), 'wx', mode ?? 0o644)
    try {
      await file.writeFile(after)
      if (owner) await file.chown(owner.uid, owner.gid).catch(() => {})
      if (mode !== undefined) await file.chmod(mode)
    } catch (error) {
      await unlink(join(folder, temporary)).catch(() => {})
      throw error
    } finally {
      await file.close()
    }
  })
}

type Replacement = {
  readonly place: ResolvedPath
  readonly before: TextFile | undefined
  readonly temporary: string
  readonly made: readonly string[]
}

function replacement({ place, before, temporary, made }: Replacement): Staged {
  const name = basename(place.real)
  const put = (folder: string) =>
    before ? rename(join(folder, temporary), join(folder, name)) : putNew(folder, temporary, name)
  const discard = async () => {
    await inFolderOf(place, (folder) => rm(join(folder, temporary), { force: true }))
    await removeEmpty(made)
  }
  return {
    apply: async () => (before && !(await isStill(place, before)) ? changedMeanwhile(place) : inFolderOf(place, put)),
    undo: async () => {
      if (before) await restore(place, before)
      else await inFolderOf(place, (folder) => rm(join(folder, name), { force: true }))
      await removeEmpty(made)
    },
    discard,
  }
}

/** A new file must not replace one created in the meantime. Without hard links, a check has to do. */
async function putNew(folder: string, temporary: string, name: string): Promise<void> {
  try {
    await link(join(folder, temporary), join(folder, name))
    await unlink(join(folder, temporary))
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw error
    if (await lstat(join(folder, name)).catch(() => undefined)) throw error
    await rename(join(folder, temporary), join(folder, name))
  }
}

function removal(place: ResolvedPath, before: TextFile): Staged {
  const name = basename(place.real)
  return {
    apply: async () =>
      (await isStill(place, before))
        ? inFolderOf(place, (folder) => unlink(join(folder, name)))
        : changedMeanwhile(place),
    undo: () => restore(place, before),
    discard: async () => {},
  }
}

function inPlace(place: ResolvedPath, before: TextFile, after: string): Staged {
  return {
    apply: async () =>
      (await isStill(place, before)) ? overwrite(place, Buffer.from(after)) : changedMeanwhile(place),
    undo: async () => void (await overwrite(place, before.bytes)),
    discard: async () => {},
  }
}

async function overwrite(place: ResolvedPath, bytes: Buffer): Promise<Result<void>> {
  const opened = await openFile(place, 'write')
  if (!opened.ok) return opened
  const { handle } = opened.value
  try {
    await handle.truncate(0)
    await handle.writeFile(bytes)
    return ok(undefined)
  } catch (error) {
    return refuse('not_written', `"${place.asked}" could not be written: ${whyFailed(error)}.`)
  } finally {
    await handle.close()
  }
}

async function restore(place: ResolvedPath, { bytes, mode }: TextFile): Promise<void> {
  await inFolderOf(place, async (folder) => {
    const temporary = join(folder, `.${randomBytes(6).toString('hex')}.convene-tmp`)
    const file = await open(temporary, 'wx', mode)
    await file.writeFile(bytes)
    await file.chmod(mode)
    await file.close()
    await rename(temporary, join(folder, basename(place.real)))
  })
}

async function isStill(place: ResolvedPath, before: TextFile): Promise<boolean> {
  const opened = await openFile(place)
  if (!opened.ok) return false
  try {
    return (await readBytes(opened.value.handle, MAX_EDITABLE_BYTES))?.equals(before.bytes) ?? false
  } finally {
    await opened.value.handle.close()
  }
}

const changedMeanwhile = (place: ResolvedPath): Result<never> =>
  refuse('changed', `"${place.asked}" was changed by someone else just now. Read it again. Nothing was changed.`)

/** Works in the very folder that was checked, even if its name now leads elsewhere. */
async function inFolderOf(place: ResolvedPath, work: (folder: string) => Promise<void>): Promise<Result<void>> {
  const opened = await openFolder(dirname(place.real))
  if (!opened.ok) return opened
  try {
    await work(opened.value.pinned)
    return ok(undefined)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST') return changedMeanwhile(place)
    const isClosed = code === 'EACCES' || code === 'EPERM'
    const message = `"${place.asked}" could not be written: ${whyFailed(error)}.`
    return refuse(isClosed ? 'no_room_beside' : 'not_written', message)
  } finally {
    await opened.value.handle.close()
  }
}
