import { sep } from 'node:path'
import { ok, type Resource, type Result, refuse } from '@convene/domain'
import { MOVED } from '../failed-output.ts'
import { realOutputFolder } from '../host/output-files.ts'
import { type OpenedFile, openFile, openFolder } from '../path/open-checked.ts'
import { type ResolvedPath, resolvePath } from '../path/resolve-path.ts'
import { reading, refusedPath, wasJudged } from '../path/touch.ts'
import type { ToolContext } from '../tool.ts'

/** The permission a search needs, and the location of outputs that need none. */
export type Searching = { readonly permission: string; readonly home: string }

/** What a search at a path touches. */
export async function inspectSearch(
  { permission, home }: Searching,
  path: string,
  { workspace, session }: ToolContext,
): Promise<readonly Resource[]> {
  const place = await resolvePath(workspace, path)
  if (!place.ok) return refusedPath(permission, path, place.refusal)
  return reading(permission, place.value, await realOutputFolder(home, session))
}

/** Opens the place that was judged, for a search. The caller closes it. */
export async function openSearch(
  { permission, home }: Searching,
  path: string,
  context: ToolContext,
): Promise<Result<OpenedFile & { readonly place: ResolvedPath }>> {
  const place = await resolvePath(context.workspace, path)
  if (!place.ok) return place
  const resources = reading(permission, place.value, await realOutputFolder(home, context.session))
  if (!wasJudged(context, resources)) return refuse('moved', MOVED)
  if (place.value.kind === 'nothing') return refuse('not_there', `"${path}" does not exist.`)
  const opened = place.value.kind === 'file' ? await openFile(place.value) : await openFolder(place.value.real)
  return opened.ok ? ok({ ...opened.value, place: place.value }) : opened
}

/** A found path as the agent would write it. */
export function pathBelow({ inside, real }: ResolvedPath, found: string): string {
  const path = found.replaceAll(sep, '/')
  return inside === '.' ? path : `${inside ?? real}/${path}`
}
