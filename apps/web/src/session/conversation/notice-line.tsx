import type { Tone } from '@convene/domain'
import { CircleAlert, CircleCheck, CircleHelp, Info, TriangleAlert } from 'lucide-react'
import { classes } from '../../ui/theme/classes.ts'

const icons = { plain: Info, good: CircleCheck, asked: CircleHelp, warning: TriangleAlert, bad: CircleAlert }
const looks = {
  plain: 'text-muted',
  good: 'text-good',
  asked: 'text-accent-ink',
  warning: 'text-warning',
  bad: 'text-bad',
}

/** A one-line notice. */
export function NoticeLine({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  const Icon = icons[tone]
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden size={14} className={classes('mt-px shrink-0', looks[tone])} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
