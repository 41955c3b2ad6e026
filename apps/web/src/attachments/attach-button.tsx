import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../ui/button.tsx'

/** Opens the file picker. */
export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label="Attach files" icon={Paperclip} onClick={() => input.current?.click()} />
    </>
  )
}
