import { type FormEvent, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/check.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { ModelField } from './model-field.tsx'
import { faultOf, type SettingField, textOf, writtenIn } from './setting-field.ts'
import { type EditableSettings, valueAt } from './use-settings.ts'

type Edits = { readonly [path: string]: string }

/** Some settings with one button that saves what is different. */
export function SettingsForm(props: { readonly fields: readonly SettingField[]; readonly settings: EditableSettings }) {
  const { fields, settings } = props
  const [edits, setEdits] = useState<Edits>({})
  const known = settings.value?.settings ?? {}
  const changed = fields.filter((field) => edits[keyOf(field)] !== undefined)
  const isBad = changed.some((field) => faultOf(field, edits[keyOf(field)] ?? ''))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const changes = changed.map((field) => {
      const value = writtenIn(field, edits[keyOf(field)] ?? '')
      return { path: [...field.path], ...(value !== undefined && { value }) }
    })
    if (await settings.save(changes)) setEdits({})
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-tablet:grid-cols-1">
        {fields.map((field) => (
          <OneSetting
            key={keyOf(field)}
            field={field}
            text={edits[keyOf(field)] ?? textOf(valueAt(known, field.path))}
            onText={(text) => setEdits((before) => ({ ...before, [keyOf(field)]: text }))}
          />
        ))}
      </div>
      <div className="flex items-center gap-2">
        <Button tone="primary" type="submit" disabled={changed.length === 0 || isBad || !settings.value}>
          Save
        </Button>
        {changed.length > 0 && <Button onClick={() => setEdits({})}>Undo</Button>}
      </div>
    </form>
  )
}

const keyOf = ({ path }: SettingField): string => path.join('.')

type OneProps = { readonly field: SettingField; readonly text: string; readonly onText: (text: string) => void }

function OneSetting({ field, text, onText }: OneProps) {
  const { label, hint, kind, placeholder } = field
  const error = faultOf(field, text)
  const shared = { label, hint, ...(error && { error }) }
  if (kind === 'check')
    return (
      <Check
        label={label}
        hint={hint}
        checked={text === 'true'}
        onChange={(checked) => onText(checked ? 'true' : 'false')}
      />
    )
  if (kind === 'choice')
    return (
      <ChoiceField
        label={label}
        hint={hint}
        value={text || 'default'}
        options={field.options ?? []}
        onChange={(value) => onText(value === 'default' ? '' : value)}
      />
    )
  if (kind === 'model') return <ModelField {...shared} value={text} onChange={onText} />
  if (kind === 'lines')
    return (
      <TextField {...shared} placeholder={placeholder} value={text} onChange={(event) => onText(event.target.value)} />
    )
  return (
    <Field
      {...shared}
      type={kind === 'number' ? 'number' : 'text'}
      min={field.min}
      max={field.max}
      step={field.step ?? 'any'}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
