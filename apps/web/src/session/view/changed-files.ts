import { changedLinesIn } from '@convene/reading'
import type { FileChange } from './view.ts'

/** A document, or a file with all changes to it, oldest first. */
export type ChangedFile = {
  readonly key: string
  readonly name: string
  readonly changes: readonly [FileChange, ...FileChange[]]
}

/** Changes grouped by file, in the order in which the files were last changed. */
export function changedFiles(changes: readonly FileChange[]): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const change of changes) {
    const { kind, path, id, title } = change
    const key = kind === 'diff' && path !== undefined ? `path:${path}` : id
    const before = files.get(key)
    files.delete(key)
    files.set(key, { key, name: path ?? title, changes: before ? [...before.changes, change] : [change] })
  }
  return [...files.values()]
}

/** Lines added and removed by the changes that still apply. After all were reverted, by all of them. */
export function linesChanged({ changes }: ChangedFile): ReturnType<typeof changedLinesIn> {
  const kept = changes.filter(({ reverted }) => !reverted)
  const counts = (kept.length > 0 ? kept : changes).map(({ text = '' }) => changedLinesIn(text))
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  }
}
