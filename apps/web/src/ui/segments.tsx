import type { LucideIcon } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { KeyCaps } from './keys.tsx'
import { classes } from './theme/classes.ts'

export type SegmentChoice = {
  readonly value: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly keys?: string
}

/** A segmented control with two to four options. */
export function Segments(props: {
  readonly label: string
  readonly value: string
  readonly segments: readonly SegmentChoice[]
  readonly onChange: (value: string) => void
  /** Small and full-width, for the rail. */
  readonly dense?: boolean
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => value && props.onChange(value)}
      className={classes('flex shrink-0 gap-0.5 rounded-md bg-sunken p-0.5', !props.dense && 'w-fit')}
    >
      {props.segments.map(({ value, label, icon: Icon, keys }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className={classes(
            'inline-flex items-center justify-center gap-2 rounded-sm whitespace-nowrap text-muted transition-colors hover:text-ink',
            props.dense ? 'h-6 flex-1 px-1 text-xs max-tablet:h-10' : 'h-7 px-3 text-sm max-tablet:h-10',
            'data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-raised',
          )}
        >
          {Icon && <Icon aria-hidden size={14} strokeWidth={1.75} />}
          <span className={Icon && 'max-tablet:sr-only'}>{label}</span>
          {keys && (
            <span className="max-laptop:hidden">
              <KeyCaps keys={keys} />
            </span>
          )}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
