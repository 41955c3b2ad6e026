import { create } from 'zustand'
import { rememberedValue, rememberValue } from '../ui/theme/remembered.ts'

type Chosen = {
  /** The folder for new sessions, teams, agents and settings. Empty: the folder Convene was started in. */
  readonly path: string
  /**
   * The repository that new sessions use instead of the folder. `ref` is a branch, tag or commit, or empty. Only on
   * team servers. Not remembered, because another space may not be allowed to clone it.
   */
  readonly repository: { readonly url: string; readonly ref: string } | null
}

export const useChosenWorkspace = create<Chosen>(() => ({ path: rememberedValue('workspace') ?? '', repository: null }))

/** Switches to this folder. */
export function workIn(path: string): void {
  rememberValue('workspace', path)
  useChosenWorkspace.setState({ path, repository: null })
}

/** The workspace parameter for calls. */
export type WorkspaceParameter = { readonly workspace?: string }

export function useWorkspace(): WorkspaceParameter {
  const path = useChosenWorkspace((state) => state.path)
  return path ? { workspace: path } : {}
}

/** The workspace parameter for calls that start a session. */
export function useNewWorkspace(): WorkspaceParameter {
  const place = useWorkspace()
  const repository = useChosenWorkspace((state) => state.repository)
  return repository ? { workspace: `git:${repository.url}${repository.ref && `@${repository.ref}`}` } : place
}

/** The last part of a path. */
export const lastFolder = (path: string): string => path.split(/[\\/]/u).filter(Boolean).at(-1) ?? path
