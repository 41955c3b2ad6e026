import type { Image } from '@convene/domain'
import { countText } from '@convene/domain'
import type { ToolOutput, ToolRequest } from '@convene/engine'
import type { ImageFiles } from '@convene/store'
import type { ToolResult } from '../tool.ts'

/** Any more would flood the conversation: the rest are named and not shown. */
const MOST = 10

export type KeepsImages = Pick<ImageFiles, 'keep'>

/** Stores a result's pictures with the session's files, and explains which cannot be shown. */
export async function keepToolPictures(
  result: ToolResult,
  request: ToolRequest,
  store: KeepsImages,
): Promise<ToolOutput> {
  const { pictures, ...output } = result
  if (!pictures?.length) return output
  const images: Image[] = []
  const notes: string[] = []
  for (const { bytes, name } of pictures.slice(0, MOST)) {
    const kept = await store.keep(request.session, bytes, name)
    if (kept.ok) images.push(kept.value)
    else notes.push(`[${kept.refusal.message}]`)
  }
  if (pictures.length > MOST) notes.push(`[${countText(pictures.length - MOST, 'more picture')} not shown.]`)
  return {
    ...output,
    output: [output.output, ...notes].join('\n'),
    ...(images.length > 0 && { images }),
  }
}
