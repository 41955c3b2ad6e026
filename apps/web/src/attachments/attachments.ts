import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { fileName, whyNotAttached } from './attachable.ts'

export type ShownAttachment = { readonly hash: string; readonly name: string; readonly size: number }

/** Files attached to the message being written. */
export type Attachments = {
  readonly files: readonly ShownAttachment[]
  readonly isSending: boolean
  /** Why some of the last chosen files were refused. */
  readonly refused: readonly string[]
  add(chosen: readonly File[]): void
  remove(hash: string): void
  /** Replaces all attachments. */
  put(files: readonly ShownAttachment[]): void
}

/** Files are uploaded at once and attached when the message is sent. */
export function useAttachments(session?: string): Attachments {
  const client = useClient()
  const [files, setFiles] = useState<readonly ShownAttachment[]>([])
  const [sending, setSending] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  const send = async (file: File): Promise<string | null> => {
    const why = await whyNotAttached(file)
    if (why) return why
    const name = fileName(file)
    const sent = session
      ? await client.uploadToSession({ id: session, name, file })
      : await client.upload({ name, file })
    if (!sent.ok) return `${name} was not attached: ${sent.refusal.message}`
    setFiles((before) => [...before.filter(({ hash }) => hash !== sent.value.hash), sent.value])
    return null
  }
  const add = async (chosen: readonly File[]) => {
    setRefused([])
    setSending((count) => count + chosen.length)
    for (const file of chosen) {
      const why = await send(file)
      if (why) setRefused((before) => [...before, why])
      setSending((count) => count - 1)
    }
  }
  return {
    files,
    isSending: sending > 0,
    refused,
    add: (chosen) => void add(chosen),
    remove: (hash) => setFiles((before) => before.filter((file) => file.hash !== hash)),
    put: (next) => {
      setFiles(next)
      setRefused([])
    },
  }
}
