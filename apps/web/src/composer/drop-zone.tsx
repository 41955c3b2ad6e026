import type { ClipboardEvent, DragEvent, ReactNode } from 'react'
import { filesOf } from './attachments.ts'

/** Takes files that are dropped on it or pasted into it. */
export function DropZone(props: { readonly onFiles: (files: readonly File[]) => void; readonly children: ReactNode }) {
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const files = filesOf(data)
    if (files.length === 0) return
    event.preventDefault()
    props.onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere on it; a button does the same by key
    <div
      onPaste={(event) => take(event, event.clipboardData)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer)}
      className="relative rounded-lg border border-line bg-surface shadow-raised focus-within:border-line-strong"
    >
      {props.children}
    </div>
  )
}
