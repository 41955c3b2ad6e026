import { create } from 'zustand'
import { remember, remembered } from '../ui/theme/remembered.ts'

/** The folder for new sessions, teams, agents and settings. Empty: the folder Convene was started in. */
export const usePlace = create<{ readonly path: string }>(() => ({ path: remembered('workspace') ?? '' }))

/** Switches to this folder. */
export function workIn(path: string): void {
  remember('workspace', path)
  usePlace.setState({ path })
}

/** The workspace parameter for calls. */
export type Place = { readonly workspace?: string }

export function useWorkspace(): Place {
  const path = usePlace((state) => state.path)
  return path ? { workspace: path } : {}
}

/** The last part of a path. */
export const folderName = (path: string): string => path.split(/[\\/]/u).filter(Boolean).at(-1) ?? path
