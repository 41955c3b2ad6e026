import { type ReactNode, useId } from 'react'
import { Choice, type Option } from './choice.tsx'

/** One of a few values with its name above it, as fields of text have it. */
export function ChoiceField(props: {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  readonly className?: string
}) {
  const id = useId()
  return (
    <div className={props.className ?? 'flex min-w-0 flex-col gap-1'}>
      <span id={id} aria-hidden className="font-medium">
        {props.label}
      </span>
      <Choice
        label={props.label}
        value={props.value}
        options={props.options}
        onChange={props.onChange}
        className="w-full"
      />
      {props.hint && <p className="text-sm text-muted">{props.hint}</p>}
    </div>
  )
}
