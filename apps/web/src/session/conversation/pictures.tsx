import type { Pictures } from '@convene/domain'
import { type Image, imageText } from '@convene/domain'
import { useEffect, useState } from 'react'
import { useClient } from '../../connection/client.ts'
import { oneLine } from '../../ui/text/neutral.ts'
import { useSessionStore } from '../view/use-session.ts'
import { pictureAddress } from './picture-store.ts'

const TALLEST = 320

/** Pictures of a message or a tool result. */
export function PictureRow({ pictures }: { readonly pictures: Pictures | null }) {
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
  if (address === null) return <p className="text-sm text-muted">{alt}: not there any more.</p>
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
