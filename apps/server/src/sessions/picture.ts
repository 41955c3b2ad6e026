import { type Event, type Image, type Result, refuse } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { Program } from '@convene/host'
import { imageFiles } from '@convene/store'
import type { Given, ServedImage } from '../context.ts'
import { sessionId } from './find.ts'

/** The bytes of an image that an event of this session refers to. No other file can be read. */
export async function pictureOf(program: Program, { id, seq, hash }: Given<'image'>): Promise<Result<ServedImage>> {
  const found = await sessionId(program, id)
  if (!found.ok) return found
  const { log, blobs } = await program.store()
  const number = /^[1-9]\d{0,9}$/u.test(seq) ? Number(seq) : 0
  const [event] = number > 0 ? await readPublic(log, found.value, { after: number - 1, limit: 1 }) : []
  const image = event && imagesIn(event).find((each) => each.hash === hash)
  if (!image) return refuse('unknown_file', 'This event has no such image.')
  const bytes = await imageFiles(blobs).read(found.value, image)
  return bytes
    ? { ok: true, value: { bytes, mediaType: image.mediaType } }
    : refuse('unknown_file', 'The image no longer exists.')
}

const imagesIn = (event: Event): readonly Image[] =>
  event.type === 'message' || event.type === 'tool.finished' ? (event.data.images ?? []) : []
