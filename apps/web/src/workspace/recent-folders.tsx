import { countText } from '@convene/domain'
import { Folder, FolderX, GitBranch } from 'lucide-react'
import { useCall } from '../connection/use-call.ts'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { shortAgoText } from '../ui/text/times.ts'
import { EACH_MINUTE, useNow } from '../ui/use-now.ts'
import { useChosenWorkspace } from './chosen-workspace.ts'
import { FolderRow } from './folder-row.tsx'

/** Folders that sessions have used. */
export function RecentFolders({ onPick }: { readonly onPick: (path: string) => void }) {
  const now = useNow(true, EACH_MINUTE)
  const chosen = useChosenWorkspace((place) => place.path)
  const { value, refusal } = useCall((client) => client.workspaces())
  if (refusal) return <Notice tone="bad" title={refusal.message} />
  if (value?.items.length === 0)
    return <Empty icon={Folder} title="No folders yet" text="Choose one under “Another folder”." />
  return (
    <ul className="flex flex-col p-2">
      {value?.items.map(({ path, name, exists, branch, sessions, lastUsed, current }) => (
        <FolderRow
          key={path}
          icon={exists ? (branch ? GitBranch : Folder) : FolderX}
          name={branch ? `${name} · ${branch}` : name}
          path={path}
          current={chosen ? chosen === path : current}
          disabled={!exists}
          note={exists ? noteOf(sessions, lastUsed, now) : 'missing'}
          onPick={() => onPick(current ? '' : path)}
        />
      ))}
    </ul>
  )
}

const noteOf = (sessions: number, lastUsed: string | null, now: number): string =>
  lastUsed === null ? 'current' : `${countText(sessions, 'session')}, ${shortAgoText(Date.parse(lastUsed), now)}`
