import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { classes } from '../ui/theme/classes.ts'

/** Accepts dropped and pasted files and highlights while files are dragged over it. */
export function DropZone(props: { readonly onFiles: (files: readonly File[]) => void; readonly children: ReactNode }) {
  const [isAimed, setAimed] = useState(false)
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    setAimed(false)
    const files = [...(data?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    props.onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; a button does the same by keyboard
    <div
      onPaste={(event) => take(event, event.clipboardData)}
      onDragOver={(event) => {
        event.preventDefault()
        setAimed(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={() => setAimed(false)}
      onDrop={(event) => take(event, event.dataTransfer)}
      className={classes(
        'relative rounded-lg border bg-surface shadow-raised transition-colors',
        isAimed ? 'border-accent bg-accent-soft' : 'border-line-field focus-within:border-accent',
      )}
    >
      {props.children}
    </div>
  )
}
