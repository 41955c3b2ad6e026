import { type ReactNode, useId } from 'react'

/** A checkbox with label and hint. */
export function Check(props: {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        aria-describedby={props.hint ? `${id}-note` : undefined}
        onChange={(event) => props.onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {props.label}
        </label>
        {props.hint && (
          <p id={`${id}-note`} className="text-sm text-muted">
            {props.hint}
          </p>
        )}
      </div>
    </div>
  )
}
