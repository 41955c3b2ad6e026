import type { ReactNode } from 'react'
import { classes } from './theme/classes.ts'
import { toneIcons, toneInks } from './tones.ts'

type Tone = 'plain' | 'good' | 'warning' | 'bad'

const looks: Readonly<Record<Tone, string>> = {
  plain: 'border-line bg-surface',
  good: 'border-line bg-good-soft',
  warning: 'border-line bg-warning-soft',
  bad: 'border-line bg-bad-soft',
}
/** An inline notice. A bad one says what happened, what is safe and what to do. */
export function Notice(props: {
  readonly tone?: Tone
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  const { tone = 'plain' } = props
  const Icon = toneIcons[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={classes('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border p-3', looks[tone])}
    >
      <div className="flex flex-1 basis-60 items-start gap-3">
        <Icon aria-hidden size={16} className={classes('mt-0.5 shrink-0', toneInks[tone])} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-medium">{props.title}</p>
          {props.children && <div className="text-muted">{props.children}</div>}
        </div>
      </div>
      {props.action && <div className="shrink-0">{props.action}</div>}
    </div>
  )
}
