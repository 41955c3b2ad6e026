import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TrustDialog } from './dialogs.ts'

/** A button that shows the folder's files and asks for trust. */
export function ReviewFiles({ onTrusted }: { readonly onTrusted: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Review files
      </Button>
      {isOpen && <TrustDialog onClose={() => setOpen(false)} onTrusted={onTrusted} />}
    </>
  )
}
