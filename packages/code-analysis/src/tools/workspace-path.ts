import { ok, type Resource, type Result, refuse } from '@convene/domain'
import { nodeFiles } from '@convene/platform'
import { type ResolvedPath, reading, resolvePath, type ToolContext, wasJudged } from '@convene/tools'

/** A place that is inside the workspace. */
export type InsidePlace = ResolvedPath & { readonly inside: string }

/** What an analysis of this path touches. */
export async function inspectPath(
  permission: string,
  path: string,
  context: ToolContext,
): Promise<readonly Resource[]> {
  const place = await resolvePath(context.workspace, path)
  return place.ok
    ? reading(permission, place.value)
    : [{ permission, target: path, verdict: 'deny', invalid: true, note: place.refusal.message }]
}

/** The place to analyze: inside the workspace, existing, and the very place that was judged. */
export async function placeToAnalyze(
  permission: string,
  path: string,
  context: ToolContext,
): Promise<Result<InsidePlace>> {
  const place = await resolvePath(context.workspace, path)
  if (!place.ok) return place
  const { inside, kind } = place.value
  if (inside === undefined)
    return refuse('outside', `"${path}" is outside the workspace. Code is analysed only inside it.`)
  if (kind === 'nothing') return refuse('missing', `"${path}" does not exist.`)
  if (!wasJudged(context, reading(permission, place.value)))
    return refuse('path_changed', `"${path}" points elsewhere now. Call again.`)
  return ok({ ...place.value, inside })
}

/** The same for one TypeScript or JavaScript file. */
export async function scriptOf(permission: string, path: string, context: ToolContext): Promise<Result<InsidePlace>> {
  const place = await placeToAnalyze(permission, path, context)
  if (!place.ok) return place
  const isScript = place.value.kind === 'file' && /\.[mc]?[jt]sx?$/.test(place.value.inside)
  return isScript ? place : refuse('no_script', `"${path}" is not a TypeScript or JavaScript file.`)
}

const MAX_BYTES = 2_000_000
const files = nodeFiles()

/** The text of a source file, or why it cannot be read. */
export async function readSource(workspace: string, path: string): Promise<Result<string>> {
  const text = await files.read(workspace, path, MAX_BYTES + 1)
  if (text === undefined) return refuse('not_text', `"${path}" is not a text file that may be read.`)
  if (text.length > MAX_BYTES)
    return refuse('too_large', `"${path}" is larger than ${MAX_BYTES / 1_000_000} MB. Read parts of it.`)
  return ok(text)
}
