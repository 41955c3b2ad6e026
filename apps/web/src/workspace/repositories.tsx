import type { Output } from '@convene/protocol'
import { FolderGit2, Layers } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useChosenWorkspace } from './chosen-workspace.ts'
import { FolderRow } from './folder-row.tsx'

type Allowed = Output<'repositories'>['items'][number]

/** Picks a repository that the space may clone. The preview of the run shows whether it exists. */
export function Repositories(props: { readonly allowed: readonly Allowed[]; readonly onPicked: () => void }) {
  const { allowed, onPicked } = props
  const chosen = useChosenWorkspace((place) => place.repository)
  const [url, setUrl] = useState(chosen?.url ?? allowed[0]?.url ?? '')
  const [ref, setRef] = useState(chosen?.ref ?? '')
  const form = useRef<HTMLDivElement>(null)
  const begin = (start: string) => {
    setUrl(start)
    form.current?.querySelector('input')?.focus()
  }
  const problem = problemOf(url.trim(), allowed)
  const choose = async () => {
    useChosenWorkspace.setState({ repository: { url: url.trim(), ref: ref.trim() } })
    onPicked()
  }
  return (
    <div className="flex flex-col">
      <Form onSubmit={choose} className="flex flex-col gap-3 px-5 py-3">
        <div ref={form}>
          <Field
            label="Repository"
            value={url}
            error={problem}
            hint="A session works in its own clone."
            spellCheck={false}
            onChange={(event) => setUrl(event.target.value)}
          />
        </div>
        <div className="flex items-start gap-2">
          <Field
            label="Branch, tag or commit"
            className="flex-1"
            placeholder="default branch"
            value={ref}
            spellCheck={false}
            onChange={(event) => setRef(event.target.value)}
          />
          <Button
            type="submit"
            tone="primary"
            disabled={problem !== undefined || url.trim() === '' || isOpen(url)}
            className="mt-6"
          >
            Use this repository
          </Button>
        </div>
      </Form>
      <AllowedList allowed={allowed} chosen={chosen?.url} onPick={begin} />
    </div>
  )
}

type ListProps = {
  readonly allowed: readonly Allowed[]
  readonly chosen: string | undefined
  readonly onPick: (url: string) => void
}

const AllowedList = ({ allowed, chosen, onPick }: ListProps) => (
  <ul aria-label="Repositories of this space" className="flex flex-col border-t border-line p-2">
    {allowed.map(({ url, push }) => (
      <FolderRow
        key={url}
        icon={isOpen(url) ? Layers : FolderGit2}
        name={nameOf(url)}
        path={url}
        current={url === chosen}
        note={push ? 'changes are pushed as a branch' : 'changes stay in the session'}
        onPick={() => onPick(url)}
      />
    ))}
  </ul>
)

/** Whether the URL covers everything below it, so that the rest has to be typed. */
const isOpen = (url: string): boolean => url.trim().endsWith('/')

const nameOf = (url: string): string => {
  const name =
    url
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.git$/u, '') ?? url
  return isOpen(url) ? `Everything in ${name}` : name
}

/** Saves a round trip for an address the server would refuse. The server checks too. */
function problemOf(url: string, allowed: readonly Allowed[]): string | undefined {
  if (url === '' || allowed.some((each) => (isOpen(each.url) ? url.startsWith(each.url) : isSame(each.url, url))))
    return undefined
  return 'This space may not clone it. An admin can add it to the server settings.'
}

const isSame = (allowed: string, url: string): boolean => url === allowed || url === `${allowed}.git`
