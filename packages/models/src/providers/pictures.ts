import { type Image, imageText, items, type Line, type ModelRequest, type SessionId } from '@convene/domain'
import type { Connection } from './connection.ts'

/** Gives the bytes of a picture that a conversation names; undefined where they are gone. */
export type ReadImage = (session: SessionId, image: Image) => Promise<Uint8Array | undefined>

/** The pictures of a request by their hash: bytes to be sent, or nothing where the model is told in words. */
export type Pictures = ReadonlyMap<string, Uint8Array>

/** Requests have a largest size at every provider. What is newest is shown; what no longer fits is named. */
const MOST_BYTES = 15_000_000
const MOST_IMAGES = 20

export const noPictures: Pictures = new Map()

/** Reads what a request shows, the newest first. */
export async function readPictures(request: ModelRequest, read: ReadImage): Promise<Pictures> {
  const pictures = new Map<string, Uint8Array>()
  let bytes = 0
  for (const image of [...items(request.lines)].flatMap(imagesIn).reverse()) {
    if (pictures.has(image.hash)) continue
    bytes += image.bytes
    if (bytes > MOST_BYTES || pictures.size >= MOST_IMAGES) break
    const found = await read(request.session, image)
    if (found) pictures.set(image.hash, found)
  }
  return pictures
}

export const imagesIn = (line: Line): readonly Image[] => (line.role === 'assistant' ? [] : (line.images ?? []))

/** What stands in the place of a picture that is not shown. */
export const unseenText = (image: Image): string => `[${imageText(image)}. You cannot see it.]`

/** Whether a model takes pictures: what the settings say, else what is known of its provider. */
export function sees({ images, type, api }: Connection, model: string): boolean {
  if (images !== undefined) return typeof images === 'boolean' ? images : images.includes(model)
  if (type === 'bedrock') return /claude|nova-(lite|pro|premier)/.test(model)
  if (type === 'openai') return api === 'responses'
  return type === 'anthropic' || type === 'google' || type === 'azure'
}
