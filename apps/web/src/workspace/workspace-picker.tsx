import { Folder, GitBranch } from 'lucide-react'
import { useState } from 'react'
import { useAsked } from '../connection/use-asked.ts'
import { classes } from '../ui/theme/classes.ts'
import { WorkspaceDialog } from './dialogs.ts'
import { folderName, usePlace } from './place.ts'

/** Shows the current workspace and opens the dialog to change it. */
export function WorkspacePicker({ className }: { readonly className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const path = usePlace((place) => place.path)
  const { value } = useAsked((client) => client.workspaces(), path)
  const here = value?.items.find((each) => (path ? each.path === path : each.current))
  const name = folderName(path || here?.path || 'This folder')
  return (
    <>
      <button
        type="button"
        aria-label={['Workspace:', name, here?.branch].filter(Boolean).join(' ')}
        title={path || here?.path}
        onClick={() => setOpen(true)}
        className={classes(
          'inline-flex h-8 max-tablet:h-10 max-w-72 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-3 shadow-raised transition-colors hover:border-line-strong hover:bg-hover',
          className,
        )}
      >
        <Folder aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="truncate">{name}</span>
        {here?.branch && (
          <span className="flex min-w-0 items-center gap-1 text-muted">
            <GitBranch aria-hidden size={12} className="shrink-0" />
            <span className="truncate">{here.branch}</span>
          </span>
        )}
      </button>
      {isOpen && <WorkspaceDialog onClose={() => setOpen(false)} />}
    </>
  )
}
