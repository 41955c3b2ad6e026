import { useCall } from '../../connection/use-call.ts'
import { Check } from '../../ui/check.tsx'
import { ChoiceField } from '../../ui/choice.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOfCode } from '../../ui/text/words.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { ModelField } from './model-field.tsx'
import { faultOf, type SettingField } from './setting-field.ts'

type OneProps = {
  readonly field: SettingField
  readonly text: string
  /** The value if the field is empty. */
  readonly inherited: string
  readonly onText: (text: string) => void
}

/** The control for a setting, by kind. */
export function OneSetting({ field, text, inherited, onText }: OneProps) {
  const { label, hint, kind } = field
  const error = faultOf(field, text)
  const placeholder = inherited || field.placeholder
  const shared = { label, hint, error, ...(placeholder && { placeholder }) }
  if (kind === 'check')
    return (
      <Check
        label={label}
        hint={hint}
        checked={(text || inherited) === 'true'}
        onChange={(checked) => onText(checked ? 'true' : 'false')}
      />
    )
  if (kind === 'choice' || kind === 'mode' || kind === 'team')
    return <ChoiceSetting field={field} text={text} inherited={inherited} onText={onText} />
  if (kind === 'model') return <ModelField {...shared} value={text} onChange={onText} />
  if (kind === 'lines') return <TextField {...shared} value={text} onChange={(event) => onText(event.target.value)} />
  return (
    <Field
      {...shared}
      type={kind === 'number' ? 'number' : 'text'}
      min={field.min}
      max={field.max}
      step={field.step ?? 'any'}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  )
}

const UNSET = 'unset'

function ChoiceSetting({ field, text, inherited, onText }: OneProps) {
  const names = useNames(field.kind)
  const options = field.options ?? names
  const usual = options.find(({ value }) => value === inherited)?.label ?? field.unset ?? 'Default'
  const all = [{ value: UNSET, label: usual, note: 'if nothing is chosen' }, ...options]
  const isKnown = text === '' || options.some(({ value }) => value === text)
  const shown = isKnown ? all : [...all, { value: text, label: text, note: 'not found' }]
  return (
    <ChoiceField
      label={field.label}
      hint={field.hint}
      value={text || UNSET}
      options={shown}
      onChange={(value) => onText(value === UNSET ? '' : value)}
    />
  )
}

type Name = { readonly value: string; readonly label: string; readonly note?: string }

/** The modes or teams a setting can name. Empty for other kinds. */
function useNames(kind: SettingField['kind']): readonly Name[] {
  const modes = useCall((client) => (kind === 'mode' ? client.modes({}) : null))
  const teams = useWorkspaceCall((client, place) => (kind === 'team' ? client.teams(place) : null))
  if (kind === 'mode')
    return (
      modes.value?.items.map(({ name, summary }) => ({ value: name, label: wordsOfCode(name), note: summary })) ?? []
    )
  return teams.value?.items.map(({ team }) => ({ value: team.slug, label: oneLine(team.name) })) ?? []
}
