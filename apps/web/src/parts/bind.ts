import type { ChangeEvent } from 'react'

type TextKey<D> = { [K in keyof D]-?: D[K] extends string ? K : never }[keyof D] & string

/** A form: what stands in it, where a change goes, and what is wrong with a field, if anything is. */
export type Form<D> = {
  readonly draft: D
  readonly onChange: (change: Partial<D>) => void
  errorOf?(key: string): string | undefined
}

/** What ties a field of text to one key of a form: `<Field label="Name" {...field('name')} />`. */
export function bind<D>({ draft, onChange, errorOf }: Form<D>) {
  return <K extends TextKey<D>>(key: K) => ({
    value: draft[key] as string,
    error: errorOf?.(key),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [key]: event.target.value } as unknown as Partial<D>),
  })
}

/** The same for a choice, which tells its value without an event. */
export function bindChoice<D>({ draft, onChange, errorOf }: Form<D>) {
  return <K extends TextKey<D>>(key: K) => ({
    value: draft[key] as string,
    error: errorOf?.(key),
    onChange: (value: string) => onChange({ [key]: value } as unknown as Partial<D>),
  })
}
