import type { Image } from '@convene/domain'
import type { Client } from '@convene/protocol'

/** How many pictures stay cached while rows scroll in and out. */
const MOST = 40

export type Wanted = { readonly session: string; readonly seq: number; readonly image: Image }

const kept = new Map<string, Promise<string | null>>()

/**
 * A blob URL for a picture. Its bytes come through the client, over HTTP or a pipe, and never from anywhere else. Null if
 * the picture no longer exists.
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
  // The type comes from the log, not the transport, and is one of four that cannot run code.
  return URL.createObjectURL(new Blob([found.value], { type: image.mediaType }))
}
