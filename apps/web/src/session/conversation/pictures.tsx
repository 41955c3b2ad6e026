import { type Image, imageText } from '@convene/domain'
import type { Client } from '@convene/protocol'
import type { EntryPictures } from '@convene/reading'
import { useEffect, useState } from 'react'
import { useClient } from '../../connection/client.ts'
import { oneLine } from '../../ui/text/neutral.ts'
import { useSessionStore } from '../view/use-session.ts'

const TALLEST = 320

/** Pictures of a message or a tool result. */
export function PictureRow({ pictures }: { readonly pictures: EntryPictures | null }) {
  if (!pictures) return null
  return (
    <div className="my-2 flex flex-wrap gap-2">
      {pictures.images.map((image) => (
        <Picture key={image.hash} seq={pictures.seq} image={image} />
      ))}
    </div>
  )
}

/** Reserves its space from the start, so that nothing moves when it loads. */
function Picture({ seq, image }: { readonly seq: number; readonly image: Image }) {
  const address = usePicture(seq, image)
  const alt = oneLine(image.name ? `Picture ${image.name}` : imageText(image))
  const { width = TALLEST, height = TALLEST } = image
  const scale = Math.min(1, TALLEST / height)
  const size = { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` }
  if (address === null) return <p className="text-sm text-muted">{alt}: no longer available.</p>
  return (
    <div className="max-w-full overflow-hidden rounded-md border border-line bg-sunken" style={size}>
      {address && <img src={address} alt={alt} className="size-full object-contain" />}
    </div>
  )
}

/** Undefined until loaded, null if it no longer exists. */
function usePicture(seq: number, image: Image): string | null | undefined {
  const client = useClient()
  const session = useSessionStore().id
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    let isOver = false
    void pictureAddress(client, { session, seq, image }).then((found) => {
      if (!isOver) setAddress(found)
    })
    return () => {
      isOver = true
    }
  }, [client, session, seq, image])
  return address
}

/** How many pictures stay cached while rows scroll in and out. */
const MOST = 40

type Wanted = { readonly session: string; readonly seq: number; readonly image: Image }

const kept = new Map<string, Promise<string | null>>()

/**
 * A blob URL for a picture. Its bytes come through the client, over HTTP or a pipe, and never from anywhere else. Null
 * if the picture no longer exists.
 */
function pictureAddress(client: Client, { session, seq, image }: Wanted): Promise<string | null> {
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
