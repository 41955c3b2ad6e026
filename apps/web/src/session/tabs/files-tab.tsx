import { countText } from '@convene/domain'
import { artifactWord } from '@convene/reading'
import { FileText, FolderOpen, Undo2 } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
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
import { type ChangedFile, changedFiles, linesChanged } from '../view/changed-files.ts'
import { speakerOf } from '../view/seats.ts'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import type { FileChange } from '../view/view.ts'

/** More cards at once would freeze the page. Older ones load on request. */
const SHOWN = 100

/** Cards drawn per frame. A card has 18 elements. */
const STEP = 25

/** What the run produced: documents, and diffs that can be reverted. */
export function FilesTab() {
  const changes = useView((view) => view.files)
  const files = useMemo(() => changedFiles(changes), [changes])
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
          <FileCard key={file.key} file={file} />
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

const isSame = (one: CardProps, other: CardProps): boolean =>
  one.file.changes.length === other.file.changes.length &&
  one.file.changes.every((change, index) => change === other.file.changes[index])

type CardProps = { readonly file: ChangedFile }

const FileCard = memo(function FileCard({ file }: CardProps) {
  const { key, name, changes } = file
  const [isOpen, toggle] = useIsOpen(`file:${key}`)
  const [first] = changes
  const isDiff = first.kind === 'diff'
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
          <span className={classes('block truncate text-sm', first.path && 'font-mono')}>{oneLine(name)}</span>
          <Authors changes={changes} />
        </span>
        {changes.every(({ reverted }) => reverted) && <Badge>Reverted</Badge>}
        {isDiff ? <DiffCount {...linesChanged(file)} /> : <Badge>{artifactWord(first.kind)}</Badge>}
      </button>
      {isOpen &&
        changes.toReversed().map((change) => <FileBody key={change.id} file={change} isOneOf={changes.length} />)}
    </li>
  )
}, isSame)

/** Who changed the file, and how often if more than once. */
function Authors({ changes }: Pick<ChangedFile, 'changes'>) {
  const names = useView((view) =>
    [...new Set(changes.flatMap(({ agent }) => (agent ? [speakerOf(view, agent).name] : [])))].join(', '),
  )
  const parts = [names, changes.length > 1 ? countText(changes.length, 'change') : ''].filter((part) => part !== '')
  return parts.length > 0 && <span className="block truncate text-xs text-muted">{parts.join(' · ')}</span>
}

/** One change. Among several, it says whose it is and whether it was reverted. */
function FileBody({ file, isOneOf }: { readonly file: FileChange; readonly isOneOf: number }) {
  const { text, onRest } = useWhole(file.text ?? '', file.cut)
  const { name } = useSpeaker(file.agent)
  return (
    <div className="flex flex-col gap-3 border-t border-line p-3">
      {isOneOf > 1 && (
        <p className="flex items-center gap-2 text-sm text-muted">
          {file.agent && name}
          {file.reverted && <Badge>Reverted</Badge>}
        </p>
      )}
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
    if (!result.ok) return
    // The program names the files that it restored, usually just this one.
    const others = result.value.notes.map(oneLine).filter((note) => note !== name)
    toast('good', `Reverted the change to ${name}`, others.join('. '))
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
