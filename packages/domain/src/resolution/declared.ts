import type { Run } from '../state/session.ts'
import { type Resolve, readResolve, resolveLineIn } from './read-resolve.ts'

/** How it will be known, and whether somebody wrote it as an option, which allows its command. */
export type Declared = { readonly resolve: Resolve; readonly isOption: boolean }

/** What a run says about that: its option, or a line of its goal. */
export function declaredIn({ settings, goal }: Pick<Run, 'settings' | 'goal'>): Declared | undefined {
  const option = settings.options?.resolve
  const isOption = typeof option === 'string' && option.trim() !== ''
  const line = isOption ? option : resolveLineIn(goal)
  const read = line === undefined ? undefined : readResolve(line)
  return read?.ok ? { resolve: read.value, isOption } : undefined
}
