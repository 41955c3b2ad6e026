import { Check, ChevronDown } from 'lucide-react'
import { Select } from 'radix-ui'
import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import { Labelled, type Labels, type Tie } from './labelled.tsx'
import { classes } from './theme/classes.ts'

export type Option = {
  readonly value: string
  readonly label: string
  readonly note?: string
  readonly group?: string
  readonly badge?: string
  /** Shown but not selectable. The note says why. */
  readonly disabled?: boolean
}

/** A select. */
export function Choice(props: {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  readonly className?: string
  /** Shown before the value. */
  readonly before?: ReactNode
  /** Ties it to a form's label and error. */
  readonly tie?: Tie
}) {
  const groups = [...new Set(props.options.map(({ group }) => group ?? ''))]
  return (
    <Select.Root value={props.value} onValueChange={props.onChange}>
      <Select.Trigger
        aria-label={props.label}
        {...props.tie}
        className={classes(
          'aria-invalid:border-bad inline-flex h-8 min-w-0 items-center justify-between max-tablet:h-10 gap-2 rounded-md border bg-raised px-3 text-ink transition-colors hover:bg-hover',
          props.tie ? 'border-line-field hover:border-muted' : 'border-line shadow-raised hover:border-line-strong',
          'disabled:pointer-events-none disabled:border-line disabled:bg-sunken disabled:text-muted disabled:shadow-none',
          props.className,
        )}
      >
        {props.before}
        <span className={classes('truncate', props.before !== undefined && 'flex-1 text-left text-muted')}>
          <Select.Value placeholder={props.label} />
        </span>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-80 max-w-[calc(100vw-16px)] min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-md bg-raised p-1 shadow-floating"
        >
          <Select.Viewport>
            {groups.map((group) => (
              <Group key={group} name={group} options={props.options.filter((each) => (each.group ?? '') === group)} />
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  )
}

function Group({ name, options }: { readonly name: string; readonly options: readonly Option[] }) {
  return (
    <Select.Group>
      {name && <Select.Label className="px-2 pt-2 pb-1 text-xs text-muted">{name}</Select.Label>}
      {options.map(({ value, label, note, badge, disabled }) => (
        <Select.Item
          key={value}
          value={value}
          disabled={disabled}
          className="flex max-w-96 cursor-default items-start gap-2 rounded-sm px-2 py-1.5 outline-none select-none data-[disabled]:text-muted data-[highlighted]:bg-hover"
        >
          <span className="w-4 shrink-0 pt-0.5">
            <Select.ItemIndicator>
              <Check aria-hidden size={14} />
            </Select.ItemIndicator>
          </span>
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <Select.ItemText>{label}</Select.ItemText>
              {badge && <Badge>{badge}</Badge>}
            </span>
            {note && <span className="block text-sm text-muted">{note}</span>}
          </span>
        </Select.Item>
      ))}
    </Select.Group>
  )
}

/** A choice with a label, like a text field. */
export function ChoiceField({
  value,
  options,
  onChange,
  ...labels
}: Labels & {
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}) {
  return (
    <Labelled {...labels}>
      {(tie) => (
        <Choice tie={tie} label={labels.label} value={value} options={options} onChange={onChange} className="w-full" />
      )}
    </Labelled>
  )
}
