import { LoaderCircle, Paperclip, X } from 'lucide-react'
import type { Attached } from './attachments.ts'

export function AttachmentChips(props: {
  readonly files: readonly Attached[]
  readonly isSending: boolean
  readonly onRemove: (hash: string) => void
}) {
  if (props.files.length === 0 && !props.isSending) return null
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-2 px-3 pt-2">
      {props.files.map(({ hash, name }) => (
        <li key={hash} className="flex h-6 max-w-60 items-center gap-1.5 rounded-full bg-sunken pr-1 pl-2 text-sm">
          <Paperclip aria-hidden size={12} className="shrink-0 text-muted" />
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => props.onRemove(hash)}
            className="rounded-full p-0.5 text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden size={12} />
          </button>
        </li>
      ))}
      {props.isSending && (
        <li className="flex items-center gap-1.5 text-sm text-muted">
          <LoaderCircle aria-hidden size={12} className="animate-turn" />
          Attaching
        </li>
      )}
    </ul>
  )
}
