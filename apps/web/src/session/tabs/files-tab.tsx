import { artifactWord, countText, linesIn } from '@convene/domain'
import { FileText, FolderOpen, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'
import { useClient } from '../../connection/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { toast } from '../../ui/toast.tsx'
import { useGrowing } from '../../ui/use-growing.ts'
import { DiffCount } from '../conversation/change-line.tsx'
import { useIsOpen } from '../conversation/opened.ts'
import { useWhole } from '../conversation/use-whole.ts'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import type { FileChange } from '../view/view.ts'

/** More cards at once would freeze the page. Older ones load on request. */
const SHOWN = 100

/** Cards drawn per frame. A card has 18 elements. */
const STEP = 25

/** What the run produced: documents, and diffs that can be reverted. */
export function FilesTab() {
  const files = useView((view) => view.files)
  const [limit, setLimit] = useState(SHOWN)
  const shown = useGrowing(Math.min(limit, files.length), STEP)
  if (files.length === 0)
    return (
      <Empty
        icon={FolderOpen}
        title="No files yet"
        text="Changed files with their diffs, reports and decision records appear here."
      />
    )
  return (
    <ul className="flex flex-col gap-2 p-4">
      {files
        .slice(-shown)
        .reverse()
        .map((file) => (
          <FileCard key={file.id} file={file} />
        ))}
      {files.length > limit && shown === limit && (
        <li>
          <Button small onClick={() => setLimit(limit + SHOWN)}>
            Show more · {countText(files.length - limit, 'file')} left
          </Button>
        </li>
      )}
    </ul>
  )
}

const FileCard = memo(function FileCard({ file }: { readonly file: FileChange }) {
  const [isOpen, toggle] = useIsOpen(`file:${file.id}`)
  const speaker = useSpeaker(file.agent)
  const isDiff = file.kind === 'diff'
  return (
    <li className="overflow-hidden rounded-md border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex w-full items-center gap-2 px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <FileText aria-hidden size={14} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className={classes('block truncate text-sm', file.path && 'font-mono')}>
            {oneLine(file.path ?? file.title)}
          </span>
          {file.agent && <span className="block truncate text-xs text-muted">{speaker.name}</span>}
        </span>
        {file.reverted && <Badge>Reverted</Badge>}
        {isDiff ? <DiffCount {...linesIn(file.text ?? '')} /> : <Badge>{artifactWord(file.kind)}</Badge>}
      </button>
      {isOpen && <FileBody file={file} />}
    </li>
  )
})

function FileBody({ file }: { readonly file: FileChange }) {
  const { text, onRest } = useWhole(file.text ?? '', file.cut)
  return (
    <div className="flex flex-col gap-3 border-t border-line p-3">
      {file.kind === 'diff' ? (
        <DiffView text={text} onRest={onRest} />
      ) : (
        <Markdown text={text || `See the file ${file.path}`} onRest={onRest} />
      )}
      {file.kind === 'diff' && !file.reverted && <Revert file={file} />}
    </div>
  )
}

/** Asks before it reverts a change, and reports the result. */
function Revert({ file }: { readonly file: FileChange }) {
  const client = useClient()
  const { id } = useSessionStore()
  const [isAsked, setAsked] = useState(false)
  const [refused, setRefused] = useState('')
  const name = oneLine(file.path ?? file.title)
  const revert = async () => {
    const result = await client.command({ type: 'revert', artifact: file.id, id })
    setAsked(false)
    setRefused(result.ok ? '' : result.refusal.message)
    if (result.ok) toast('good', `Reverted the change to ${name}`, result.value.notes.map(oneLine).join('. '))
  }
  if (!isAsked)
    return (
      <>
        {refused && (
          <Notice tone="bad" title="The change was not reverted">
            {oneLine(refused)} The file is unchanged.
          </Notice>
        )}
        <Button small tone="danger" icon={Undo2} className="self-start" onClick={() => setAsked(true)}>
          Revert this change
        </Button>
      </>
    )
  return (
    <Notice
      tone="warning"
      title={`${name} returns to its state before this change`}
      action={
        <span className="flex gap-2">
          <Button small tone="danger" onClick={() => void revert()}>
            Revert
          </Button>
          <Button small tone="quiet" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </span>
      }
    >
      If the file has changed since, it is left as it is.
    </Notice>
  )
}
