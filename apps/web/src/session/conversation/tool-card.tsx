import { durationText } from '@convene/domain'
import type { ToolState } from '@convene/reading'
import {
  Check,
  ChevronRight,
  CircleHelp,
  FilePen,
  FileSearch,
  Globe,
  Hand,
  LoaderCircle,
  type LucideIcon,
  SquareTerminal,
  Wrench,
  X,
} from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { useSpeaker } from '../view/use-session.ts'
import type { EntryOf } from '../view/view.ts'
import { useIsOpen } from './opened.ts'
import { ToolDetails } from './tool-details.tsx'

/** A tool call: one line that opens to its input and output. */
export const ToolCard = memo(function ToolCard(props: { readonly entry: EntryOf<'tool'>; readonly compact: boolean }) {
  const { entry, compact } = props
  const [isOpen, toggle] = useIsOpen(entry.key)
  const speaker = useSpeaker(entry.agent)
  const Icon = iconOf(entry.tool)
  return (
    <div
      className={classes(
        'overflow-hidden rounded-md border border-line bg-surface',
        !compact && 'ml-9 max-w-text max-tablet:ml-0',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex h-8 w-full items-center gap-2 px-2 text-left text-sm outline-offset-[-2px] hover:bg-hover"
      >
        <StateMark state={entry.state} />
        {!compact && <Avatar {...speaker} size="small" />}
        <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="shrink-0 font-medium">{entry.tool}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-muted">{entry.target}</span>
        {entry.ms !== null && <span className="numeric shrink-0 text-xs text-muted">{durationText(entry.ms)}</span>}
        <ChevronRight
          aria-hidden
          size={14}
          className={classes('shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
        />
      </button>
      {isOpen && <ToolDetails entry={entry} />}
    </div>
  )
})

function iconOf(tool: string): LucideIcon {
  if (tool === 'bash') return SquareTerminal
  if (/^(edit|write|patch|multiedit|apply)/u.test(tool)) return FilePen
  if (/^(web|fetch|crawl|browse|search_web)/u.test(tool)) return Globe
  if (/^(read|list|glob|grep|find|search|code)/u.test(tool)) return FileSearch
  return Wrench
}

const marks: Readonly<Record<ToolState, readonly [LucideIcon, string, string]>> = {
  wanted: [LoaderCircle, 'waits', 'text-muted'],
  asked: [Hand, 'waiting for your approval', 'text-warning'],
  running: [LoaderCircle, 'running', 'text-accent-ink animate-turn'],
  done: [Check, 'done', 'text-good'],
  failed: [X, 'failed', 'text-bad'],
  denied: [X, 'denied', 'text-bad'],
  unknown: [CircleHelp, 'outcome unknown', 'text-warning'],
}

function StateMark({ state }: { readonly state: ToolState }) {
  const [Icon, label, look] = marks[state]
  return <Icon role="img" aria-label={label} size={14} className={classes('shrink-0', look)} />
}
