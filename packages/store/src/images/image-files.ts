import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Image, ok, type Result, refuse, type SessionId } from '@convene/domain'
import { plainName } from '@convene/platform'
import { measureImage } from './measure-image.ts'

/** The largest image that every provider accepts, as base64. */
export const MAX_IMAGE_BYTES = 3_750_000
const MAX_SIDE = 8_000

/** Images of sessions, each stored once under the hash of its bytes and deleted with its session. */
export type ImageFiles = {
  /** Stores an image, or says why it cannot be shown to a model. */
  keep(session: SessionId, bytes: Uint8Array, name?: string): Promise<Result<Image>>
  /** The bytes as stored, or undefined if they are gone or changed. */
  read(session: SessionId, image: Image): Promise<Buffer | undefined>
  /** A fork keeps its images when the original session is deleted. */
  share(from: SessionId, to: SessionId): Promise<void>
}

/** Images as files in the data folder, readable by their user only. */
export function imageFiles(home: string): ImageFiles {
  const folderOf = (session: SessionId) => join(home, 'images', plainName(session))
  return {
    keep: async (session, bytes, name) => {
      const image = imageOf(bytes, name)
      if (!image.ok) return image
      try {
        await write(folderOf(session), image.value.hash, bytes)
        return image
      } catch (error) {
        return refuse('not_kept', `The image could not be stored: ${messageOf(error)}.`)
      }
    },
    read: async (session, { hash }) => {
      const bytes = await readFile(join(folderOf(session), hash)).catch(() => undefined)
      return bytes && hashOf(bytes) === hash ? bytes : undefined
    },
    share: async (from, to) => {
      const names = await readdir(folderOf(from)).catch((): string[] => [])
      if (names.length > 0) await mkdir(folderOf(to), { recursive: true, mode: 0o700 })
      for (const name of names) await link(join(folderOf(from), name), join(folderOf(to), name)).catch(() => {})
    },
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

/** Through a temporary file: a crash must not leave a partial image under its hash. */
async function write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const half = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const file = await open(half, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    await rename(half, join(folder, name))
  } finally {
    await rm(half, { force: true })
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
