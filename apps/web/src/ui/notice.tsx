import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './theme/classes.ts'

type Tone = 'plain' | 'good' | 'warning' | 'bad'

const icons = { plain: Info, good: CircleCheck, warning: TriangleAlert, bad: CircleAlert }
const looks: Readonly<Record<Tone, string>> = {
  plain: 'border-line bg-surface',
  good: 'border-line bg-good-soft',
  warning: 'border-line bg-warning-soft',
  bad: 'border-line bg-bad-soft',
}
const inks: Readonly<Record<Tone, string>> = {
  plain: 'text-muted',
  good: 'text-good',
  warning: 'text-warning',
  bad: 'text-bad',
}

/** An inline notice. A bad one says what happened, what is safe and what to do. */
export function Notice(props: {
  readonly tone?: Tone
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  const { tone = 'plain' } = props
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={classes('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border p-3', looks[tone])}
    >
      <div className="flex flex-1 basis-60 items-start gap-3">
        <Icon aria-hidden size={16} className={classes('mt-0.5 shrink-0', inks[tone])} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-medium">{props.title}</p>
          {props.children && <div className="text-muted">{props.children}</div>}
        </div>
      </div>
      {props.action && <div className="shrink-0">{props.action}</div>}
    </div>
  )
}
