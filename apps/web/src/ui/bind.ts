import type { ChangeEvent } from 'react'

type TextKey<D> = { [K in keyof D]-?: D[K] extends string ? K : never }[keyof D] & string

/** A form: its values, change handler and field errors. */
export type BoundForm<D> = {
  readonly draft: D
  readonly onChange: (change: Partial<D>) => void
  errorOf?(key: string): string | undefined
}

/** Binds a text field to a form key: `<Field label="Name" {...field('name')} />`. */
export function bind<D>({ draft, onChange, errorOf }: BoundForm<D>) {
  return <K extends TextKey<D>>(key: K) => ({
    value: draft[key] as string,
    error: errorOf?.(key),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [key]: event.target.value } as unknown as Partial<D>),
  })
}

/** The same for a choice, whose `onChange` gets the value. */
export function bindChoice<D>({ draft, onChange, errorOf }: BoundForm<D>) {
  return <K extends TextKey<D>>(key: K) => ({
    value: draft[key] as string,
    error: errorOf?.(key),
    onChange: (value: string) => onChange({ [key]: value } as unknown as Partial<D>),
  })
}
