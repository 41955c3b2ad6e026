import { CornerLeftUp, Folder, FolderGit2 } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useChosenWorkspace } from './chosen-workspace.ts'
import { FolderRow } from './folder-row.tsx'

/** Picks any folder on this machine by path or by browsing. */
export function FolderBrowser({ onPick }: { readonly onPick: (path: string) => void }) {
  const [path, setPath] = useState(useChosenWorkspace((place) => place.path))
  const [typed, setTyped] = useState<string | null>(null)
  const { value, refusal } = useCall((client) => client.folders(path ? { path } : {}), path)
  const open = (next: string) => {
    setTyped(null)
    setPath(next)
  }
  const submit = () => {
    if (typed !== null && typed !== value?.path) open(typed)
    else if (value) onPick(value.path)
  }
  return (
    <Form onSubmit={submit} className="flex h-full flex-col">
      <div className="flex items-end gap-2 px-5 py-3">
        <Field
          label="Path"
          className="flex-1"
          value={typed ?? value?.path ?? ''}
          error={refusal?.message}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          tone="primary"
          disabled={!value || refusal !== null}
          onClick={() => value && onPick(typed ?? value.path)}
        >
          Use this folder
        </Button>
      </div>
      <ul aria-label="Folders" className="flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-line p-2">
        {value?.parent && <FolderRow icon={CornerLeftUp} name="Up" onPick={() => value.parent && open(value.parent)} />}
        {value?.items.map((item) => (
          <FolderRow
            key={item.path}
            icon={item.git ? FolderGit2 : Folder}
            name={item.name}
            note={item.git ? 'git' : undefined}
            onPick={() => open(item.path)}
          />
        ))}
        {value?.items.length === 0 && <li className="px-3 py-2 text-muted">No subfolders</li>}
      </ul>
    </Form>
  )
}
