import { type Image, ok, type Result, refuse, type SessionId } from '@convene/domain'
import type { Blobs } from '@convene/engine'
import { hashOf } from '../blobs/file-blobs.ts'
import { measureImage } from './measure-image.ts'

/** The largest image that every provider accepts, as base64. */
export const MAX_IMAGE_BYTES = 3_750_000
const MAX_SIDE = 8_000

/** Images of sessions, each stored once under the hash of its bytes and deleted with its session. */
export type ImageFiles = {
  /** Stores an image, or says why it cannot be shown to a model. */
  keep(session: SessionId, bytes: Uint8Array, name?: string): Promise<Result<Image>>
  /** The bytes as stored, or undefined if they are gone or changed. */
  read(session: SessionId, image: Image): Promise<Uint8Array | undefined>
  /** A fork keeps its images when the original session is deleted. */
  share(from: SessionId, to: SessionId): Promise<void>
}

/** The images among a store's blobs. */
export function imageFiles(blobs: Blobs): ImageFiles {
  return {
    keep: async (session, bytes, name) => {
      const image = imageOf(bytes, name)
      if (!image.ok) return image
      try {
        await blobs.put({ session }, image.value.hash, bytes)
        return image
      } catch (error) {
        return refuse('not_kept', `The image could not be stored: ${messageOf(error)}.`)
      }
    },
    read: (session, { hash }) => blobs.get({ session }, hash),
    share: (from, to) => blobs.copy({ session: from }, { session: to }),
  }
}

/** What an image is, or why it cannot be shown to a model. Stores nothing. */
export function imageOf(bytes: Uint8Array, name?: string): Result<Image> {
  const what = name ? `"${name}"` : 'The image'
  const measured = measureImage(bytes)
  if (!measured) return refuse('no_image', `${what} is not a PNG, JPEG, GIF or WebP image. Only these can be shown.`)
  if (bytes.length > MAX_IMAGE_BYTES) return refuse('too_large', tooLarge(what, bytes.length))
  if (Math.max(measured.width ?? 0, measured.height ?? 0) > MAX_SIDE)
    return refuse('too_large', `${what} is larger than ${MAX_SIDE} pixels on one side. Use a smaller version.`)
  return ok({ hash: hashOf(bytes), bytes: bytes.length, ...measured, ...(name && { name }) })
}

export const tooLarge = (what: string, bytes: number): string =>
  `${what} has ${bytes} bytes, but the limit is ${MAX_IMAGE_BYTES}. Use a smaller version.`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
