import { FolderX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { oneLine } from '../ui/text/neutral.ts'

const WorkspaceDialog = lazy(() =>
  import('../workspace/workspace-dialog.tsx').then(({ WorkspaceDialog }) => ({ default: WorkspaceDialog })),
)

/** Says that agents get no files or commands in this folder, with a button to choose another. */
export function FolderNotice({ why }: { readonly why: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (why === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="flex min-w-60 flex-1 items-start gap-2">
        <FolderX aria-hidden size={14} className="mt-px shrink-0" />
        <span>{oneLine(why)}</span>
      </p>
      <Button small onClick={() => setOpen(true)}>
        Choose a folder
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WorkspaceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
