import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { Labelled, type Labels } from './labelled.tsx'
import { classes } from './theme/classes.ts'

const look =
  'w-full rounded-md border border-line-field bg-raised px-3 text-ink transition-colors hover:border-muted ' +
  'aria-invalid:border-bad disabled:border-line disabled:bg-sunken disabled:text-muted'

type Native<E> = Omit<E, keyof Labels> & Labels

/** A single-line text field. */
export function Field({ label, hint, error, className, ...native }: Native<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {(tie) => <input {...native} {...tie} className={classes(look, 'h-8 max-tablet:h-10')} />}
    </Labelled>
  )
}

/** A multi-line text field. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...native
}: Native<TextareaHTMLAttributes<HTMLTextAreaElement>> & { readonly ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {(tie) => <textarea {...native} {...tie} className={classes(look, 'min-h-16 resize-y py-2')} />}
    </Labelled>
  )
}
