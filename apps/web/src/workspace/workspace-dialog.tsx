import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { FolderBrowser } from './folder-browser.tsx'
import { workIn } from './place.ts'
import { RecentFolders } from './recent-folders.tsx'
import { Worktrees } from './worktrees.tsx'

/** Picks the workspace: a recent folder, any other, or a git worktree. */
export function WorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState('recent')
  const pick = (path: string) => {
    workIn(path)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Workspace"
      description="The folder where agents read and change files."
      shape="wide"
    >
      <div className="flex h-104 flex-col">
        <Tabs
          label="Workspace"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'recent', label: 'Recent', content: <RecentFolders onPick={pick} /> },
            { id: 'browse', label: 'Another folder', content: <FolderBrowser onPick={pick} /> },
            { id: 'worktrees', label: 'Worktrees', content: <Worktrees onPick={pick} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}
