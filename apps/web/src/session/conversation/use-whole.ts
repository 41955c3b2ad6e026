import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { useSessionStore } from '../view/use-session.ts'

type Whole = { readonly text: string; readonly onRest: (() => void) | undefined }

/** A text that may be shortened, from the event `cut`. `onRest` fetches it in full. */
export function useWhole(text: string, cut: number | null): Whole {
  const client = useClient()
  const session = useSessionStore().id
  const [whole, setWhole] = useState<{ readonly cut: number; readonly text: string } | null>(null)
  if (cut === null) return { text, onRest: undefined }
  if (whole?.cut === cut) return { text: whole.text, onRest: undefined }
  const load = async () => {
    const event = valueOrToast(await client.event({ id: session, seq: String(cut) }), 'The text stays shortened.')
    const data = (event?.data ?? {}) as { readonly text?: unknown; readonly output?: unknown }
    const found = data.text ?? data.output
    if (typeof found === 'string') setWhole({ cut, text: found })
  }
  return { text, onRest: () => void load() }
}
