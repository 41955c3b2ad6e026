import { traitsOf } from '@convene/domain'
import { LimitFields } from '../settings/form/limit-fields.tsx'
import { ModelField } from '../settings/form/model-field.tsx'
import { ReasoningField } from '../settings/form/reasoning-field.tsx'
import { bind, bindChoice, type Form } from '../ui/bind.ts'
import { Check } from '../ui/check.tsx'
import { ChoiceField } from '../ui/choice.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { type Draft, setBeyond } from './draft.ts'

const protocols = [
  { value: 'auto', label: 'Chosen by the goal' },
  { value: 'decide', label: 'Decide', note: 'vote first, debate only a split' },
  { value: 'discuss', label: 'Discuss', note: 'turn by turn, then vote' },
]
const depths = [
  { value: 'auto', label: 'Team default' },
  { value: 'quick', label: 'Quick', note: '1 round or 10 turns' },
  { value: 'standard', label: 'Standard', note: '2 rounds or 30 turns' },
  { value: 'deep', label: 'Deep', note: '3 rounds or 50 turns' },
]
const askings = [
  { value: 'auto', label: 'Two first', note: 'everyone at once for a deep decision' },
  { value: 'never', label: 'Everybody at once' },
  { value: 'disagreement', label: 'Two, then the others if they disagree' },
  { value: 'always', label: 'Two, then the others' },
  { value: 'vote', label: 'Vote only', note: 'no debate, stops once the result is certain' },
]

/** Options most runs leave to the team and the settings. Opens by itself if one of them is refused. */
export function AdvancedOptions({
  mode,
  isOpen,
  ...form
}: Form<Draft> & { readonly mode: string; readonly isOpen: boolean }) {
  const { draft, onChange } = form
  const { options } = traitsOf(mode)
  const field = bind(form)
  return (
    <Fold label="More options" note={setBeyond(draft)} open={isOpen}>
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
          <ModelField label="Model" hint="For agents without their own model." {...bindChoice(form)('model')} />
          <ReasoningField hint="For agents without their own level." {...bindChoice(form)('reasoning')} />
        </div>
        <LimitFields
          limits={draft.limits}
          errorOf={(name) => form.errorOf?.(`limits.${name}`)}
          onChange={(limits) => onChange({ limits })}
        />
        {options.includes('protocol') && <PanelFields {...form} />}
        {options.includes('reflect') && (
          <Check
            label="Reflect"
            hint="The agent reviews its own result and improves it."
            checked={draft.reflect}
            onChange={(reflect) => onChange({ reflect })}
          />
        )}
        <TextField
          label="Constraints"
          hint="Applies to every run in this session. Every agent reads it."
          placeholder="No new dependencies."
          {...field('constraints')}
        />
        <TextField
          label="Allowed without asking"
          hint="Rules for this session, one per line."
          placeholder="bash:git *"
          spellCheck={false}
          {...field('allow')}
        />
        <Check
          label="Approve gates automatically"
          hint="Panel topics and plans do not wait for your approval."
          checked={draft.yes}
          onChange={(yes) => onChange({ yes })}
        />
      </div>
    </Fold>
  )
}

function PanelFields(form: Form<Draft>) {
  const { draft, onChange } = form
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-tablet:grid-cols-1">
      <ChoiceField
        label="Protocol"
        value={draft.protocol || 'auto'}
        options={protocols}
        error={form.errorOf?.('protocol')}
        onChange={(protocol) => onChange({ protocol: protocol === 'auto' ? '' : protocol })}
      />
      <ChoiceField
        label="Depth"
        value={draft.depth || 'auto'}
        options={depths}
        error={form.errorOf?.('depth')}
        onChange={(depth) => onChange({ depth: depth === 'auto' ? '' : depth })}
      />
      <ChoiceField
        label="Who decides"
        value={draft.asking || 'auto'}
        options={askings}
        error={form.errorOf?.('escalate') ?? form.errorOf?.('vote')}
        onChange={(asking) => onChange({ asking: asking === 'auto' ? '' : asking })}
      />
      <Field
        label="Seats"
        hint="2 to 8, if no team is chosen."
        type="number"
        min={2}
        max={8}
        placeholder="3"
        {...bind(form)('seats')}
      />
    </div>
  )
}
