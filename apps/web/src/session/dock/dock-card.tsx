import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../ui/theme/classes.ts'

type Tone = 'accent' | 'warning'

const borders: Readonly<Record<Tone, string>> = { accent: 'border-accent', warning: 'border-warning' }
const heads: Readonly<Record<Tone, string>> = {
  accent: 'bg-accent-soft text-accent-ink',
  warning: 'bg-warning-soft text-warning',
}

/** A request that waits for the user, above the composer. */
export function DockCard(props: {
  readonly label: string
  readonly title: string
  readonly icon: LucideIcon
  readonly tone?: Tone
  /** Extra content in the header. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  const { icon: Icon, tone = 'accent' } = props
  return (
    <section
      aria-label={props.label}
      className={classes(
        'flex max-h-[56vh] animate-rise flex-col overflow-hidden rounded-lg border bg-surface shadow-floating max-tablet:max-h-[68dvh]',
        borders[tone],
      )}
    >
      <header
        className={classes(
          'flex shrink-0 items-center gap-2 border-b border-line px-4 py-2 text-sm font-medium',
          heads[tone],
        )}
      >
        <Icon aria-hidden size={16} className="shrink-0" />
        <h2 className="shrink-0">{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  )
}
