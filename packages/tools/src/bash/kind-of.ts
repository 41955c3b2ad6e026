import { lstatSync } from 'node:fs'

/** What is at a path. A link is neither a file nor a folder: its target must not be mounted. */
export function kindOfPath(path: string): 'file' | 'folder' | 'link' | 'nothing' | 'unreachable' {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return 'link'
    return found.isDirectory() ? 'folder' : 'file'
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' ? 'nothing' : 'unreachable'
  }
}
