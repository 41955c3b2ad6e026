import type { ReactNode } from 'react'
import { classes } from './theme/classes.ts'

export type BadgeTone = 'plain' | 'accent' | 'good' | 'warning' | 'bad'

const tones: Readonly<Record<BadgeTone, string>> = {
  plain: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good',
  warning: 'bg-warning-soft text-warning',
  bad: 'bg-bad-soft text-bad',
}

/** A one-word state. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
