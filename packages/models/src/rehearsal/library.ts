import type { Files } from '@convene/engine'
import type { Study } from './study.ts'
import { linesOf, listPaths, readSource, readWorkspace, type WorkspaceIndex } from './workspace-index.ts'

const MAX_WORKSPACES = 3

type Entry = { readonly paths: string; readonly index: Promise<WorkspaceIndex> }

/**
 * Indexes of the most recent workspaces. A workspace is read again if its file list has changed. Concurrent requests
 * share one read.
 */
export function libraryOf(files: Files): {
  readonly open: (workspace: string) => Promise<WorkspaceIndex>
  readonly forget: (workspace: string) => void
} {
  const entries = new Map<string, Entry>()
  return {
    async open(workspace) {
      const listed = await listPaths(files, workspace)
      const paths = listed.join('\n')
      const before = entries.get(workspace)
      const entry = before?.paths === paths ? before : { paths, index: readWorkspace(files, workspace, listed) }
      entries.delete(workspace)
      entries.set(workspace, entry)
      for (const oldest of entries.keys()) if (entries.size > MAX_WORKSPACES) entries.delete(oldest)
      return entry.index
    },
    forget: (workspace) => void entries.delete(workspace),
  }
}

/** Whether every line found is still where it was. */
export async function isCurrent(files: Files, { ask, index, onGoal, onRole, about }: Study): Promise<boolean> {
  const extracts = [...onGoal, ...onRole, ...about]
  const sources = index.sources.filter((source) => extracts.some((extract) => extract.path === source.path))
  const texts = await Promise.all(sources.map((source) => readSource(files, ask.workspace, source.path)))
  return extracts.every(({ path, line }) => {
    const at = sources.findIndex((source) => source.path === path)
    return linesOf(texts[at] ?? '')[line - 1] === sources[at]?.lines[line - 1]
  })
}
