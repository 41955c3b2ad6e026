import type { Run } from '../state/session.ts'

/** The assumed window of a model whose window is unknown. Local servers often have no more. */
export const ASSUMED_WINDOW = 16_000

export type ContextWindow = { readonly tokens: number; readonly isAssumed: boolean }

/** How many tokens fit into a model's window. Null for the rehearsal, which reads everything. */
export function windowOf({ settings }: Run, model: string): ContextWindow | null {
  const info = settings.models[model]
  if (!info || info.rehearsal) return null
  return { tokens: info.context ?? ASSUMED_WINDOW, isAssumed: info.context === null }
}
