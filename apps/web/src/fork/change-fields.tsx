import { type Run, seatsOf } from '@convene/domain'
import { speakersOf } from '../session/view/seats.ts'
import { limitLooks } from '../settings/form/limit-fields.tsx'
import { limitNames } from '../settings/form/limit-texts.ts'
import { ModelField } from '../settings/form/model-field.tsx'
import { ChoiceField } from '../ui/choice.tsx'
import { Field, TextField } from '../ui/field.tsx'
import type { ChangeDraft } from './change-draft.ts'
import { FaceRadio, type RadioFace } from './face-radio.tsx'

type Props = {
  readonly draft: ChangeDraft
  readonly run: Run
  /** Everyone who could take a seat. */
  readonly agents: readonly RadioFace[]
  readonly onChange: (change: Partial<ChangeDraft>) => void
}

/** The fields of the chosen change. */
export function ChangeFields(props: Props) {
  const { draft, onChange } = props
  switch (draft.kind) {
    case 'fact':
    case 'forbid':
      return <Words {...props} />
    case 'limit':
      return <Limit {...props} />
    case 'without':
      return <Seats {...props} label="Member to remove" />
    case 'model':
      return (
        <>
          <Seats {...props} label="Member" />
          <ModelField label="Model" value={draft.model} onChange={(model) => onChange({ model })} />
        </>
      )
    case 'swap':
      return (
        <>
          <Seats {...props} label="Member to replace" />
          <Newcomer {...props} />
        </>
      )
  }
}

function Words({ draft, onChange }: Props) {
  const isFact = draft.kind === 'fact'
  return (
    <TextField
      key={draft.kind}
      label={isFact ? 'Fact' : 'Argument'}
      hint={isFact ? 'Every agent reads it in your words.' : 'No agent may use it, in any wording.'}
      placeholder={isFact ? 'We have 3 shops' : 'Everybody else uses it'}
      rows={3}
      value={draft.text}
      onChange={(event) => onChange({ text: event.target.value })}
    />
  )
}

function Limit({ draft, run, onChange }: Props) {
  const now = run.limits[draft.limit]
  const options = limitNames.map((name) => ({ value: name, label: limitLooks[name].label }))
  const { label: _label, ...look } = limitLooks[draft.limit]
  return (
    <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
      <ChoiceField
        label="Limit"
        value={draft.limit}
        options={options}
        onChange={(limit) => onChange({ limit: limitNames.find((name) => name === limit) ?? draft.limit })}
      />
      <Field
        label="At most"
        hint={now === null ? 'The original had no such limit.' : `The original had ${now.toLocaleString('en-US')}.`}
        {...look}
        type="number"
        inputMode="decimal"
        value={draft.value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
    </div>
  )
}

/** The run's seats with their models. Only members can be left out. */
function Seats({ draft, run, onChange, label }: Props & { readonly label: string }) {
  const members = run.team.members.map(({ slug }) => slug)
  const faces = speakersOf(run)
    .filter(({ slug }) => draft.kind !== 'without' || members.includes(slug))
    .map((speaker) => ({ ...speaker, note: speaker.model }))
  return <FaceRadio label={label} faces={faces} chosen={draft.seat} onChoose={(seat) => onChange({ seat })} />
}

/** Agents that are not on the team yet. */
function Newcomer({ draft, run, agents, onChange }: Props) {
  const seated = seatsOf(run.team).map(({ slug }) => slug)
  const faces = agents.filter(({ slug }) => !seated.includes(slug))
  return <FaceRadio label="Replacement" faces={faces} chosen={draft.agent} onChoose={(agent) => onChange({ agent })} />
}
