import { useState } from 'react'
import { told, useClient } from '../connection/client.ts'
import { useSessionStore } from '../session/use-session.ts'

type Whole = { readonly text: string; readonly onRest: (() => void) | undefined }

/** A text that may have been shortened on its way here, at the event `cut`; `onRest` fetches it whole. */
export function useWhole(text: string, cut: number | null): Whole {
  const client = useClient()
  const session = useSessionStore().id
  const [whole, setWhole] = useState<{ readonly cut: number; readonly text: string } | null>(null)
  if (cut === null) return { text, onRest: undefined }
  if (whole?.cut === cut) return { text: whole.text, onRest: undefined }
  const load = async () => {
    const event = told(await client.event({ id: session, seq: String(cut) }), 'What is shown stays.')
    const data = (event?.data ?? {}) as { readonly text?: unknown; readonly output?: unknown }
    const found = data.text ?? data.output
    if (typeof found === 'string') setWhole({ cut, text: found })
  }
  return { text, onRest: () => void load() }
}
