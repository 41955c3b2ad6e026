import { type ReactNode, useId } from 'react'
import { useCall } from '../../connection/use-call.ts'
import { Field } from '../../ui/field.tsx'

/** A model name, with known models as suggestions. */
export function ModelField(props: {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (model: string) => void
}) {
  const models = useCall((client) => client.models({})).value
  const id = useId()
  const names = models?.providers.filter(({ configured }) => configured).flatMap((provider) => provider.models) ?? []
  return (
    <>
      <Field
        label={props.label}
        hint={props.hint}
        {...(props.error && { error: props.error })}
        list={id}
        placeholder={props.placeholder ?? models?.default.model ?? 'provider/model'}
        value={props.value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => props.onChange(event.target.value)}
      />
      <datalist id={id}>
        {names.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
