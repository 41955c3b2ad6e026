import { FolderX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Hint } from '../ui/hint.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { WorkspaceDialog } from '../workspace/dialogs.ts'

/** Says that agents get no files or commands in this folder, with a button to choose another. */
export function FolderNotice({ why }: { readonly why: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (why === undefined) return null
  return (
    <>
      <Hint
        icon={FolderX}
        action={
          <Button small onClick={() => setOpen(true)}>
            Choose a folder
          </Button>
        }
      >
        {oneLine(why)}
      </Hint>
      {isOpen && <WorkspaceDialog onClose={() => setOpen(false)} />}
    </>
  )
}
