import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { classes } from '../theme/classes.ts'

const look =
  'w-full rounded-md border border-line bg-raised px-3 text-ink transition-colors hover:border-line-strong ' +
  'aria-invalid:border-bad'

/** A line of text with its name above it, and under it what is wrong with it or what it is for. */
export function Field(
  props: InputHTMLAttributes<HTMLInputElement> & {
    readonly label: string
    readonly hint?: ReactNode
    readonly error?: string
  },
) {
  const { label, hint, error, className, ...native } = props
  const id = useId()
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-sans font-medium">
        {label}
      </label>
      <input
        id={id}
        {...native}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={classes(look, 'h-8')}
      />
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  )
}

/** Text of several lines, likewise. */
export function TextField(
  props: TextareaHTMLAttributes<HTMLTextAreaElement> & {
    readonly label: string
    readonly hint?: ReactNode
    readonly error?: string
    readonly ref?: Ref<HTMLTextAreaElement>
  },
) {
  const { label, hint, error, className, ...native } = props
  const id = useId()
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-sans font-medium">
        {label}
      </label>
      <textarea
        id={id}
        {...native}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={classes(look, 'min-h-16 resize-y py-2')}
      />
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  )
}

function Note({ id, hint, error }: { readonly id: string; readonly hint?: ReactNode; readonly error?: string }) {
  return (
    <p id={id} className={classes('text-sm empty:hidden', error ? 'text-bad' : 'text-muted')}>
      {error ?? hint}
    </p>
  )
}
