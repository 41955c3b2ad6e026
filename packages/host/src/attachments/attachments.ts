import { cleanLine, type Image, type Result, refuse, type SessionId } from '@convene/domain'
import { hashOf, imageFiles, imageOf } from '@convene/store'
import type { Program } from '../program.ts'
import { quoteFile } from './quote.ts'

/** A stored file that can be attached. */
export type KeptFile = { readonly hash: string; readonly size: number }

/** A stored file, by the hash of its bytes, with the name that people know it by. */
export type FileReference = string | { readonly hash: string; readonly name: string }

/** A text with its attachments: texts are quoted below it, pictures are attached. */
export type AttachedFile = {
  readonly text: string
  readonly attachments: readonly string[]
  readonly images: readonly Image[]
}

const MOST_QUOTED = 256 * 1024
const MOST_TOGETHER = 1024 * 1024
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

/** Stores a file until it is attached, for a week at most. */
export async function keepFile(program: Program, bytes: Uint8Array): Promise<KeptFile> {
  const { blobs } = await program.store()
  const hash = hashOf(bytes)
  await blobs.put('uploads', hash, bytes)
  return { hash, size: bytes.length }
}

/** Removes stored files that were never attached. */
export async function removeOldUploads(program: Program): Promise<void> {
  const { blobs } = await program.store()
  await blobs.drop('uploads', program.now() - KEPT_MS)
}

/**
 * Joins a text with stored files. Nothing is cut: files that are too large to read are refused. Without a session, for
 * a preview, pictures are not stored.
 */
export async function attachFile(
  program: Program,
  session: SessionId | null,
  text: string,
  references: readonly FileReference[] = [],
): Promise<Result<AttachedFile>> {
  const images: Image[] = []
  const names: string[] = []
  let quoted = text
  for (const reference of references) {
    const added = await attachOne(program, session, reference)
    if (!added.ok) return added
    names.push(added.value.name)
    if (added.value.image) images.push(added.value.image)
    else quoted += `\n\n${quoteFile(added.value.name, added.value.text)}`
    if (quoted.length - text.length > MOST_TOGETHER)
      return refuse('bad_attachment', 'The attachments exceed 1 MB in total. Attach less.')
  }
  return { ok: true, value: { text: quoted, attachments: names, images } }
}

type Added = { readonly name: string; readonly text: string; readonly image?: Image }

async function attachOne(
  program: Program,
  session: SessionId | null,
  reference: FileReference,
): Promise<Result<Added>> {
  const { hash, name: given } = typeof reference === 'string' ? { hash: reference, name: '' } : reference
  const name = cleanLine(given) || hash.slice(0, 8)
  const { blobs } = await program.store()
  const bytes = await blobs.get('uploads', hash)
  if (!bytes) return refuse('unknown_file', `The file ${hash.slice(0, 8)} is no longer here. Upload it again.`)
  const image = session ? await imageFiles(blobs).keep(session, bytes, name) : imageOf(bytes, name)
  if (image.ok) return { ok: true, value: { name, text: '', image: image.value } }
  if (image.refusal.code !== 'no_image') return image
  if (bytes.length > MOST_QUOTED)
    return refuse('bad_attachment', `The attachment ${name} is larger than 256 KB. Attach only the relevant part.`)
  const read = textOf(bytes)
  if (read !== undefined) return { ok: true, value: { name, text: read } }
  return refuse('bad_attachment', `The attachment ${name} is neither text nor an image. Only these can be attached.`)
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
