import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'

/** The text of a hand-written file, or why it is not used. `missing` is not a problem: most such files are optional. */
export type SourceFile =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'missing' }
  | { readonly state: 'refused'; readonly message: string }

export type SourceFileBounds = {
  readonly maxBytes: number
  /** The folder that must contain the real path, so that a link in a cloned repository cannot pull in other files. */
  readonly inside?: string
}

/** Reads a small text file. Never throws: unreadable, not text, too large or outside the folder is a value. */
export function readSourceFile(file: string, bounds: SourceFileBounds): SourceFile {
  try {
    const real = realpathSync(file)
    if (bounds.inside !== undefined && !isInside(real, realpathSync(bounds.inside)))
      return refused('is a link to a file outside the workspace and was not read')
    if (!statSync(real).isFile()) return refused('is not a file')
    return readText(real, bounds.maxBytes)
  } catch (error) {
    return toRefusal(error as NodeJS.ErrnoException)
  }
}

function readText(file: string, maxBytes: number): SourceFile {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    if (size > maxBytes) return refused(`is ${size} bytes, but the limit is ${maxBytes}`)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor))
    return text.includes('\0') ? refused('is not a text file: it contains a NUL character') : { state: 'read', text }
  } finally {
    closeSync(descriptor)
  }
}

const isInside = (file: string, folder: string): boolean =>
  file.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const refused = (message: string): SourceFile => ({ state: 'refused', message })

function toRefusal(error: NodeJS.ErrnoException): SourceFile {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return { state: 'missing' }
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return refused('is not UTF-8 text')
  if (error.code === 'EACCES' || error.code === 'EPERM') return refused('cannot be read: permission denied')
  if (error.code === 'ELOOP') return refused('cannot be read: the link points to itself')
  return refused(`cannot be read: ${error.code ?? error.message}`)
}
