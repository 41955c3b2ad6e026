import { Check } from '../parts/check.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Fold } from '../parts/fold.tsx'
import { ModelField } from '../settings/model-field.tsx'
import { type Draft, setBeyond } from './draft.ts'

type Props = {
  readonly draft: Draft
  readonly mode: string
  readonly onDraft: (change: Partial<Draft>) => void
}

const depths = [
  { value: 'auto', label: 'As the team says' },
  { value: 'quick', label: 'Quick', note: '10 turns' },
  { value: 'standard', label: 'Standard', note: '30 turns' },
  { value: 'deep', label: 'Deep', note: '50 turns' },
]

/** What most runs leave to the team and the settings. */
export function AdvancedOptions({ draft, mode, onDraft }: Props) {
  return (
    <Fold label="More options" note={setBeyond(draft)}>
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
          <ModelField
            label="Model"
            hint="For every agent without its own."
            value={draft.model}
            onChange={(model) => onDraft({ model })}
          />
          <Field
            label="Agents"
            hint="Instead of the team's members: slugs, in order."
            placeholder="coder, reviewer"
            value={draft.agents}
            spellCheck={false}
            onChange={(event) => onDraft({ agents: event.target.value })}
          />
        </div>
        <LimitFields draft={draft} onDraft={onDraft} />
        {mode === 'panel' && <PanelFields draft={draft} onDraft={onDraft} />}
        {mode === 'agent' && (
          <Check
            label="Reflect"
            hint="The agent looks at its own result once more and improves it."
            checked={draft.reflect}
            onChange={(reflect) => onDraft({ reflect })}
          />
        )}
        <TextField
          label="Allowed without asking"
          hint="Rules for this session, one a line."
          placeholder="bash:git *"
          value={draft.allow}
          spellCheck={false}
          onChange={(event) => onDraft({ allow: event.target.value })}
        />
        <Check
          label="Approve gates beforehand"
          hint="The topic of a panel and the plan of a plan are not shown to you first."
          checked={draft.yes}
          onChange={(yes) => onDraft({ yes })}
        />
      </div>
    </Fold>
  )
}

const limits = [
  { key: 'turns', label: 'Turns', step: 1, min: 1 },
  { key: 'iterations', label: 'Iterations', step: 1, min: 1 },
  { key: 'tokens', label: 'Tokens', step: 1_000, min: 1_000 },
  { key: 'cost', label: 'Cost in $', step: 0.01, min: 0.01 },
  { key: 'minutes', label: 'Minutes', step: 1, min: 1 },
] as const

function LimitFields({ draft, onDraft }: Omit<Props, 'mode'>) {
  return (
    <fieldset className="grid grid-cols-5 gap-3 max-tablet:grid-cols-2">
      <legend className="sr-only">Limits</legend>
      {limits.map(({ key, label, step, min }) => (
        <Field
          key={key}
          label={label}
          type="number"
          inputMode="decimal"
          min={min}
          step={step}
          placeholder="as usual"
          value={draft[key]}
          onChange={(event) => onDraft({ [key]: event.target.value })}
        />
      ))}
    </fieldset>
  )
}

function PanelFields({ draft, onDraft }: Omit<Props, 'mode'>) {
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-tablet:grid-cols-1">
      <ChoiceField
        label="Depth"
        value={draft.depth || 'auto'}
        options={depths}
        onChange={(depth) => onDraft({ depth: depth === 'auto' ? '' : depth })}
      />
      <Field
        label="Seats"
        hint="2 to 8, where no team is chosen."
        type="number"
        min={2}
        max={8}
        placeholder="3"
        value={draft.seats}
        onChange={(event) => onDraft({ seats: event.target.value })}
      />
    </div>
  )
}
