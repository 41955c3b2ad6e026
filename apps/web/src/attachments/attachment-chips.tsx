import { LoaderCircle, Paperclip, X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import type { Attachments } from './attachments.ts'

/** Attached files, uploads in progress, and why some files were refused. */
export function AttachmentChips({ attachments }: { readonly attachments: Attachments }) {
  const { files, isSending, refused } = attachments
  return (
    <>
      {(files.length > 0 || isSending) && (
        <ul aria-label="Attached files" className="flex flex-wrap gap-2 px-3 pt-2">
          {files.map(({ hash, name }) => (
            <Chip key={hash} name={oneLine(name)} onRemove={() => attachments.remove(hash)} />
          ))}
          {isSending && (
            <li className="flex items-center gap-2 text-sm text-muted">
              <LoaderCircle aria-hidden size={12} className="animate-turn" />
              Attaching
            </li>
          )}
        </ul>
      )}
      <div role="alert" className="px-4 text-sm text-bad empty:hidden">
        {refused.map((why) => (
          <p key={why} className="pt-2 wrap-anywhere">
            {oneLine(why)}
          </p>
        ))}
      </div>
    </>
  )
}

function Chip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <li className="flex h-6 max-w-60 items-center gap-2 rounded-full bg-sunken pr-1 pl-2 text-sm">
      <Paperclip aria-hidden size={12} className="shrink-0 text-muted" />
      <span title={name} className="truncate">
        {name}
      </span>
      <IconButton small label={`Remove ${name}`} icon={X} onClick={onRemove} />
    </li>
  )
}
