import type { Image } from '@convene/domain'
import type { Client } from '@convene/protocol'

/** Rows come and go as one scrolls: so many pictures are kept at hand. */
const MOST = 40

export type Wanted = { readonly session: string; readonly seq: number; readonly image: Image }

const kept = new Map<string, Promise<string | null>>()

/**
 * The address of a picture inside this page, made of bytes that came through the client: over HTTP or a pipe alike, and
 * never loaded from anywhere else. Null where it is not there any more.
 */
export function pictureAddress(client: Client, { session, seq, image }: Wanted): Promise<string | null> {
  const key = `${session}/${image.hash}`
  const known = kept.get(key) ?? load(client, { session, seq, image })
  kept.delete(key)
  kept.set(key, known)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break
    void kept.get(oldest)?.then((address) => address && URL.revokeObjectURL(address))
    kept.delete(oldest)
  }
  return known
}

async function load(client: Client, { session, seq, image }: Wanted): Promise<string | null> {
  const found = await client.image({ id: session, seq: String(seq), hash: image.hash })
  if (!found.ok) return null
  // The type is what the log says, of four kinds that run nothing, whatever carried the bytes.
  return URL.createObjectURL(new Blob([found.value], { type: image.mediaType }))
}
