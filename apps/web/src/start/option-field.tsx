import { choiceLabel, type ListedOption, optionKindOf } from '@convene/domain'
import { Check } from '../ui/check.tsx'
import { ChoiceField } from '../ui/choice.tsx'
import { Field, TextField } from '../ui/field.tsx'

const UNSET = 'auto'

/** The field of one option, as its declaration says. */
export function OptionField({
  option,
  value,
  error,
  onChange,
}: {
  readonly option: ListedOption
  readonly value: string | boolean | undefined
  readonly error: string | undefined
  readonly onChange: (value: string | boolean) => void
}) {
  const { label, hint, example } = option
  const kind = optionKindOf(option)
  const text = typeof value === 'string' ? value : ''
  const typed = (event: { readonly target: { readonly value: string } }) => onChange(event.target.value)
  if (kind.type === 'flag') return <Check label={label} hint={hint} checked={value === true} onChange={onChange} />
  if (kind.type === 'choice')
    return (
      <ChoiceField
        label={label}
        value={text || UNSET}
        options={choicesOf(option, kind.choices)}
        error={error}
        onChange={(chosen) => onChange(chosen === UNSET ? '' : chosen)}
      />
    )
  const shared = { label, error, value: text, onChange: typed, ...(example !== undefined && { placeholder: example }) }
  if (kind.type === 'number') return <Field {...shared} hint={hint} type="number" min={kind.min} max={kind.max} />
  if (kind.type === 'list') return <TextField {...shared} hint={`${hint} One per line.`} spellCheck={false} />
  return <TextField {...shared} hint={hint} />
}

/** Notes are by choice, in whatever case the settings file has. */
function choicesOf({ notes = {}, unset }: ListedOption, choices: readonly string[]) {
  const noteOf = (choice: string) =>
    Object.entries(notes).find(([name]) => name.toLowerCase() === choice.toLowerCase())?.[1]
  const named = choices.map((value) => {
    const note = noteOf(value)
    return { value, label: choiceLabel(value), ...(note && { note }) }
  })
  return [{ value: UNSET, label: unset ?? 'Default' }, ...named]
}
