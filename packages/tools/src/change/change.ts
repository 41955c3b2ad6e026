import { ok, type Result, refuse } from '@convene/domain'
import { openFile } from '../path/open-checked.ts'
import type { ResolvedPath } from '../path/resolve-path.ts'
import { fileKind } from '../text/file-kind.ts'
import { readBytes } from '../text/read-bytes.ts'

/** Larger files are left to other programs: every change is held in memory, compared and stored as a diff. */
export const MAX_EDITABLE_BYTES = 10_000_000

/** A text file exactly as it is on disk. */
export type TextFile = {
  readonly bytes: Buffer
  readonly text: string
  readonly mode: number
  /** Hard links. If there are several, a change shows under other names too. */
  readonly links: number
  readonly owner: { readonly uid: number; readonly gid: number }
}

/** One file, before and after. Undefined means no file. */
export type ToolChange = {
  readonly place: ResolvedPath
  readonly before: TextFile | undefined
  readonly after: string | undefined
  readonly mode?: number
}

/**
 * The file at a place, or undefined if it does not exist. Refused if it is not text that we could write back unchanged.
 */
export async function loadText(place: ResolvedPath): Promise<Result<TextFile | undefined>> {
  if (place.kind === 'folder') return refuse('not_text', `"${place.asked}" is a folder.`)
  if (place.kind === 'nothing') return ok(undefined)
  const opened = await openFile(place)
  if (!opened.ok) return opened
  const { handle } = opened.value
  try {
    const { mode, nlink, uid, gid } = await handle.stat()
    const bytes = await readBytes(handle, MAX_EDITABLE_BYTES)
    if (!bytes)
      return refuse(
        'too_large',
        `"${place.asked}" is larger than ${MAX_EDITABLE_BYTES} bytes: it cannot be edited here.`,
      )
    const text = textOf(bytes)
    if (text === undefined) return refuse('not_text', `"${place.asked}" is not UTF-8 text: it cannot be edited here.`)
    return ok({ bytes, text, mode: mode & 0o7777, links: nlink, owner: { uid, gid } })
  } finally {
    await handle.close()
  }
}

function textOf(bytes: Buffer): string | undefined {
  if (fileKind(bytes).is !== 'text') return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
