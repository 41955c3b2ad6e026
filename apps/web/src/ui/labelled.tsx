import { type ReactNode, useId } from 'react'
import { classes } from './theme/classes.ts'

/** A field's label, and its error or hint below. */
export type Labels = {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly className?: string | undefined
}

/** Ties a control to its label and its error or hint. */
export type Tie = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string
}

/** Wraps a control with its label and its error or hint. */
export function Labelled(props: Labels & { readonly children: (tie: Tie) => ReactNode }) {
  const { label, hint, error } = props
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={classes('flex min-w-0 flex-col gap-1', props.className)}>
      <label htmlFor={id} className="font-sans font-medium">
        {label}
      </label>
      {props.children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note })}
      <p id={note} className={classes('text-sm wrap-anywhere empty:hidden', error ? 'text-bad' : 'text-muted')}>
        {error ?? hint}
      </p>
    </div>
  )
}
