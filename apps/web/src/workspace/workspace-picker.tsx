import { Folder, GitBranch } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../connection/use-call.ts'
import { classes } from '../ui/theme/classes.ts'
import { lastFolder, useChosenWorkspace } from './chosen-workspace.ts'
import { WorkspaceDialog } from './dialogs.ts'

type PickerProps = {
  readonly className?: string
  /** For new sessions, which can also use a repository. Settings, agents and teams always belong to a folder. */
  readonly forSessions?: boolean
}

/** Shows the current workspace and opens the dialog to change it. */
export function WorkspacePicker({ className, forSessions = false }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const { name, branch, title } = useCurrent(forSessions)
  return (
    <>
      <button
        type="button"
        aria-label={['Workspace:', name, branch].filter(Boolean).join(' ')}
        title={title}
        onClick={() => setOpen(true)}
        className={classes(
          'inline-flex h-8 max-tablet:h-10 max-w-72 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-3 shadow-raised transition-colors hover:border-line-strong hover:bg-hover',
          className,
        )}
      >
        <Folder aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="truncate">{name}</span>
        {branch && (
          <span className="flex min-w-0 items-center gap-1 text-muted">
            <GitBranch aria-hidden size={12} className="shrink-0" />
            <span className="truncate">{branch}</span>
          </span>
        )}
      </button>
      {isOpen && <WorkspaceDialog forSessions={forSessions} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The current workspace: a folder with its branch, or a repository. */
function useCurrent(forSessions: boolean) {
  const { path, repository } = useChosenWorkspace()
  const { value } = useCall((client) => client.workspaces(path ? { workspace: path } : {}), path)
  if (forSessions && repository)
    return { name: lastFolder(repository.url), branch: repository.ref, title: repository.url }
  const here = value?.items.find((each) => (path ? each.path === path : each.current))
  return {
    name: lastFolder(path || here?.path || 'This folder'),
    branch: here?.branch ?? undefined,
    title: path || here?.path,
  }
}
