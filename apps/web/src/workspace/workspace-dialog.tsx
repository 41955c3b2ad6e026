import { useState } from 'react'
import { useCall } from '../connection/use-call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useChosenWorkspace, workIn } from './chosen-workspace.ts'
import { FolderBrowser } from './folder-browser.tsx'
import { RecentFolders } from './recent-folders.tsx'
import { Repositories } from './repositories.tsx'
import { Worktrees } from './worktrees.tsx'

type DialogProps = { readonly forSessions: boolean; readonly onClose: () => void }

/** Picks the workspace: a recent folder, any other, a git worktree, or a repository if the server may clone any. */
export function WorkspaceDialog({ forSessions, onClose }: DialogProps) {
  const isInRepository = useChosenWorkspace((place) => forSessions && place.repository !== null)
  const [tab, setTab] = useState(isInRepository ? 'repository' : 'recent')
  const repositories = useCall((client) => (forSessions ? client.repositories() : null)).value?.items ?? []
  const pick = (path: string) => {
    workIn(path)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Workspace" description="Where agents read and change files." shape="wide">
      <div className="flex h-104 flex-col">
        <Tabs
          label="Workspace"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'recent', label: 'Recent', content: <RecentFolders onPick={pick} /> },
            { id: 'browse', label: 'Another folder', content: <FolderBrowser onPick={pick} /> },
            { id: 'worktrees', label: 'Worktrees', content: <Worktrees onPick={pick} /> },
            ...(repositories.length > 0
              ? [
                  {
                    id: 'repository',
                    label: 'Repository',
                    content: <Repositories allowed={repositories} onPicked={onClose} />,
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Dialog>
  )
}
