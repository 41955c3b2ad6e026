import { create } from 'zustand'
import { remember, remembered } from '../theme/remembered.ts'

/** The folder that new sessions, teams, agents and settings are about; empty: where the program was started. */
export const usePlace = create<{ readonly path: string }>(() => ({ path: remembered('workspace') ?? '' }))

/** Works in this folder from now on. */
export function workIn(path: string): void {
  remember('workspace', path)
  usePlace.setState({ path })
}

/** As calls take it. */
export function useWorkspace(): { readonly workspace?: string } {
  const path = usePlace((state) => state.path)
  return path ? { workspace: path } : {}
}

/** The last part of a path: what people call a folder. */
export const folderName = (path: string): string => path.split(/[\\/]/u).filter(Boolean).at(-1) ?? path
