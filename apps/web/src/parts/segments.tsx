import type { LucideIcon } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { classes } from '../theme/classes.ts'
import { Keys } from './keys.tsx'

export type Segment = {
  readonly value: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly keys?: string
}

/** One of two to four ways to look at the same thing. */
export function Segments(props: {
  readonly label: string
  readonly value: string
  readonly segments: readonly Segment[]
  readonly onChange: (value: string) => void
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => value && props.onChange(value)}
      className="inline-flex shrink-0 gap-0.5 rounded-md bg-sunken p-0.5"
    >
      {props.segments.map(({ value, label, icon: Icon, keys }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className={classes(
            'inline-flex h-7 items-center gap-1.5 rounded-sm px-2.5 text-sm text-muted transition-colors hover:text-ink',
            'data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-raised',
          )}
        >
          {Icon && <Icon aria-hidden size={14} strokeWidth={1.75} />}
          {label}
          {keys && (
            <span className="max-laptop:hidden">
              <Keys keys={keys} />
            </span>
          )}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
