import type { Refusal, Resource } from '@convene/domain'
import type { ToolContext } from '../tool.ts'
import type { ResolvedPath } from './resolve-path.ts'
import { insideOf } from './resolve-path.ts'
import { holdsSecrets } from './sensitive.ts'

/** How rules refer to a place: relative to the workspace if inside, otherwise by its real path. */
export const targetOf = (place: ResolvedPath): string => place.inside ?? place.real

/** What a call touches at a place. `free` is a folder outside the workspace that needs no separate permission. */
export function touching(permission: string, place: ResolvedPath, free?: string): readonly Resource[] {
  const isFree = free !== undefined && insideOf(free, place.real) !== undefined
  const own: Resource = {
    permission,
    target: targetOf(place),
    ...(place.inside !== undefined && { absolute: place.real }),
  }
  return place.inside !== undefined || isFree ? [own] : [own, { permission: 'external_directory', target: place.real }]
}

/** The same for a call that shows a file's content: keys and credentials always ask, no matter what the rules say. */
export function reading(permission: string, place: ResolvedPath, free?: string): readonly Resource[] {
  const [own, ...rest] = touching(permission, place, free)
  if (!own || !holdsSecrets(own.target)) return own ? [own, ...rest] : rest
  return [{ ...own, verdict: 'ask', note: 'It may contain keys or credentials.' }, ...rest]
}

/** Whether everything about to be touched was also judged. A swapped link leads elsewhere. */
export function wasJudged(context: ToolContext, resources: readonly Resource[]): boolean {
  const { judged } = context
  if (!judged) return true
  return resources.every((resource) => judged.some((known) => covers(known, resource)))
}

const covers = (known: Resource, wanted: Resource): boolean =>
  known.permission === wanted.permission &&
  known.target === wanted.target &&
  known.verdict !== 'deny' &&
  (wanted.escalate === undefined || known.escalate !== undefined) &&
  (wanted.verdict === undefined || known.verdict !== undefined)

/** The result for a path that cannot be used: denied, so there is nothing to ask the user about. */
export const refusedPath = (permission: string, asked: string, { message }: Refusal): readonly Resource[] => [
  { permission, target: asked, verdict: 'deny', invalid: true, note: message },
]
