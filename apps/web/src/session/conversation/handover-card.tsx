import { ArrowRight, Check, ChevronRight, LoaderCircle, X } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { useSpeaker } from '../view/use-session.ts'
import type { EntryOf } from '../view/view.ts'
import { ClaimList } from './claim-list.tsx'
import { useIsOpen } from './opened.ts'

const marks = { open: LoaderCircle, done: Check, failed: X }
const looks = { open: 'text-accent-ink animate-turn', done: 'text-good', failed: 'text-bad' }

/** A task that one agent hands to another, and the report that comes back. */
export function HandoverCard({ entry }: { readonly entry: EntryOf<'handover'> }) {
  const [isOpen, toggle] = useIsOpen(entry.key)
  const from = useSpeaker(entry.from)
  const to = useSpeaker(entry.to)
  const Mark = marks[entry.state]
  return (
    <div className="max-w-text overflow-hidden rounded-md border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex min-h-9 w-full items-center gap-2 px-2 text-left text-sm outline-offset-[-2px] hover:bg-hover"
      >
        <Mark role="img" aria-label={entry.state} size={14} className={classes('shrink-0', looks[entry.state])} />
        <Avatar {...from} size="small" />
        <ArrowRight aria-label="delegates to" size={12} className="shrink-0 text-muted" />
        <Avatar {...to} size="small" />
        <span className="shrink-0 font-medium">{to.name}</span>
        <span className="min-w-0 flex-1 truncate text-muted">{firstWords(entry.description)}</span>
        <ChevronRight
          aria-hidden
          size={14}
          className={classes('shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
        />
      </button>
      {isOpen && (
        <div className="flex flex-col gap-3 border-t border-line p-3">
          <Markdown text={entry.description} />
          {entry.report && (
            <div className="border-t border-line pt-3">
              <Markdown text={entry.report} />
              <ClaimList of={entry.key} marks={entry.marks} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** The text before the first heading of a task. */
const firstWords = (text: string): string => text.split(/\n#+ /u, 1)[0] ?? text
