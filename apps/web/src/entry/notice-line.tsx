import { CircleAlert, CircleCheck, CircleHelp, Info, MoveRight, TriangleAlert } from 'lucide-react'
import type { EntryOf } from '../session/view.ts'
import { reasonText, wordsOf } from '../text/words.ts'
import { classes } from '../theme/classes.ts'

const icons = { plain: Info, good: CircleCheck, asked: CircleHelp, warning: TriangleAlert, bad: CircleAlert }
const looks = {
  plain: 'text-muted',
  good: 'text-good',
  asked: 'text-accent-ink',
  warning: 'text-warning',
  bad: 'text-bad',
}

/** Something people should know, in one line. */
export function NoticeLine({ entry }: { readonly entry: EntryOf<'notice'> }) {
  const Icon = icons[entry.tone]
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden size={14} className={classes('mt-px shrink-0', looks[entry.tone])} />
      <span className="min-w-0 wrap-anywhere">{entry.text}</span>
    </p>
  )
}

/** The run goes from one phase to another. */
export function MovedLine({ entry }: { readonly entry: EntryOf<'moved'> }) {
  const reason = reasonText(entry.reason)
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <MoveRight aria-hidden size={14} className="shrink-0" />
      {wordsOf(entry.from)} to {wordsOf(entry.to).toLowerCase()}
      {reason && <span>· {reason}</span>}
    </p>
  )
}
