import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileProblem } from './problem.ts'

const MAX_FILES = 500

/** The files in a folder with the given extension, sorted by name. A missing folder has none. */
export function listSourceFiles(folder: { readonly path: string; readonly ending: string }): {
  readonly files: readonly string[]
  readonly problems: readonly FileProblem[]
} {
  const warn = (message: string) => ({ severity: 'warning', code: 'unreadable', file: folder.path, message }) as const
  try {
    const names = readdirSync(folder.path).filter((name) => name.endsWith(folder.ending) && !name.startsWith('.'))
    const files = names.toSorted().map((name) => join(folder.path, name))
    if (files.length <= MAX_FILES) return { files, problems: [] }
    const message = `contains ${files.length} files, but only the first ${MAX_FILES} are read`
    return { files: files.slice(0, MAX_FILES), problems: [warn(message)] }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { files: [], problems: [] }
    return { files: [], problems: [warn(`cannot be listed: ${code}`)] }
  }
}
