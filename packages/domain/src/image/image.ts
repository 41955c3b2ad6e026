import { z } from 'zod'

const Count = z.number().int().min(0)

/** The image types accepted by every provider with vision models. */
export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
export type ImageType = z.infer<typeof ImageType>

/** An image shown to agents. The log names it, and its bytes are with the session's files, under this hash. */
export const Image = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: ImageType,
  bytes: Count,
  width: Count.optional(),
  height: Count.optional(),
  name: z.string().optional(),
})
export type Image = z.infer<typeof Image>

/** Providers scale an image down until it costs about this much. */
const MOST_TOKENS = 1_600
const PIXELS_PER_TOKEN = 750

/** The single estimate of what an image costs to look at. */
export function imageTokens({ width, height }: Pick<Image, 'width' | 'height'>): number {
  if (!width || !height) return MOST_TOKENS
  return Math.min(MOST_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN))
}

/** An image in words, for models that cannot see it. */
export function imageText({ mediaType, bytes, width, height, name }: Image): string {
  const size = width && height ? `, ${width} × ${height} pixels` : ''
  return `${name ? `${name}: ` : ''}${mediaType.slice('image/'.length).toUpperCase()} image${size}, ${bytes} bytes`
}
