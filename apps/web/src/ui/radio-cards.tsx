import type { LucideIcon } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { KeyCaps } from './keys.tsx'
import { classes } from './theme/classes.ts'

/** A choice as a card. `about` explains it if there is room, `keys` is its shortcut. */
export type RadioCard<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly icon: LucideIcon
  readonly about?: string
  readonly keys?: string
}

/** Radio buttons as cards. */
export function RadioCards<Value extends string>(props: {
  readonly label: string
  readonly describedBy?: string
  /** Empty if none is selected. */
  readonly value: Value | ''
  readonly cards: readonly RadioCard<Value>[]
  readonly onChoose: (value: Value) => void
}) {
  return (
    <RadioGroup.Root
      aria-label={props.label}
      aria-describedby={props.describedBy}
      value={props.value}
      onValueChange={(value) => props.onChoose(value as Value)}
      className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3 max-tablet:grid-cols-2 max-tablet:gap-2"
    >
      {props.cards.map((card) => (
        <Card key={card.value} {...card} />
      ))}
    </RadioGroup.Root>
  )
}

function Card({ value, label, icon: Icon, about, keys }: RadioCard<string>) {
  const id = useId()
  return (
    <RadioGroup.Item
      value={value}
      aria-label={label}
      aria-describedby={about === undefined ? undefined : id}
      className={classes(
        'group flex min-h-10 flex-col gap-1 rounded-lg border border-line bg-surface px-3 text-left transition-colors hover:border-line-strong hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft',
        about === undefined ? 'justify-center py-2' : 'py-3',
      )}
    >
      <span className="flex w-full items-center gap-2">
        <Icon
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="shrink-0 text-muted group-data-[state=checked]:text-accent-ink"
        />
        <span className="font-medium">{label}</span>
        {keys !== undefined && (
          <span className="ml-auto">
            <KeyCaps keys={keys} />
          </span>
        )}
      </span>
      {about !== undefined && (
        <span id={id} className="text-sm text-muted max-tablet:hidden">
          {about}
        </span>
      )}
    </RadioGroup.Item>
  )
}
