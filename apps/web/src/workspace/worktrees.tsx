import { GitBranch, GitBranchPlus } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useMay } from '../people/me.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useWorkspace } from './chosen-workspace.ts'
import { FolderRow } from './folder-row.tsx'
import { useWorkspaceCall } from './use-workspace-call.ts'

/** The folder's git worktrees. In a worktree, the team does not touch the user's branch. */
export function Worktrees({ onPick }: { readonly onPick: (path: string) => void }) {
  const place = useWorkspace()
  const mayMake = useMay('createWorktree')
  const { value } = useWorkspaceCall((client) => client.worktrees(place))
  if (value?.items.length === 0)
    return (
      <Empty
        icon={GitBranch}
        title="Not a git repository"
        text="With git, a team can work in its own worktree without touching your files."
      />
    )
  return (
    <div className="flex flex-col">
      {mayMake && <NewWorktree onMade={onPick} />}
      <ul aria-label="Worktrees" className="flex flex-col border-t border-line p-2">
        {value?.items.map(({ path, branch, main }) => (
          <FolderRow
            key={path}
            icon={GitBranch}
            name={branch ?? 'no branch'}
            path={path}
            current={path === place.workspace}
            note={main ? 'main folder' : undefined}
            onPick={() => onPick(path)}
          />
        ))}
      </ul>
    </div>
  )
}

function NewWorktree({ onMade }: { readonly onMade: (path: string) => void }) {
  const client = useClient()
  const place = useWorkspace()
  const [branch, setBranch] = useState('')
  const [refused, setRefused] = useState<string>()
  const make = async () => {
    const made = await client.createWorktree({ ...place, branch })
    if (made.ok) onMade(made.value.path)
    else setRefused(made.refusal.message)
  }
  return (
    <Form onSubmit={make} className="flex items-start gap-2 px-5 py-3">
      <Field
        label="New worktree"
        className="flex-1"
        placeholder="new branch name"
        value={branch}
        error={refused}
        spellCheck={false}
        onChange={(event) => {
          setBranch(event.target.value)
          setRefused(undefined)
        }}
      />
      <Button type="submit" icon={GitBranchPlus} disabled={!branch.trim()} className="mt-6">
        Create
      </Button>
    </Form>
  )
}
