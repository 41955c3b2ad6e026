import { useState } from 'react'
import { told, useClient } from '../connection/client.ts'

export type Attached = { readonly hash: string; readonly name: string; readonly size: number }

const LARGEST = 20 * 1024 * 1024

/** Files that go along with what is being written: sent at once, attached when the message is. */
export function useAttachments(session?: string) {
  const client = useClient()
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [sending, setSending] = useState(0)
  const send = async (file: File) => {
    const name = file.name || 'pasted'
    const sent = session
      ? await client.uploadToSession({ id: session, name, file })
      : await client.upload({ name, file })
    const kept = told(sent, `${name} is not attached.`)
    if (kept) setFiles((before) => [...before.filter(({ hash }) => hash !== kept.hash), kept])
  }
  const add = async (chosen: readonly File[]) => {
    setSending((count) => count + chosen.length)
    for (const file of chosen) {
      if (file.size > LARGEST) told(tooLarge(file.name), 'Files of up to 20 MB can be attached.')
      else await send(file)
      setSending((count) => count - 1)
    }
  }
  return {
    files,
    isSending: sending > 0,
    add: (chosen: readonly File[]) => void add(chosen),
    remove: (hash: string) => setFiles((before) => before.filter((file) => file.hash !== hash)),
    clear: () => setFiles([]),
  }
}

const tooLarge = (name: string) =>
  ({ ok: false, refusal: { status: 413, code: 'too_large', message: `${name} is larger than 20 MB.` } }) as const

/** The files in a paste or a drop. */
export const filesOf = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])]
