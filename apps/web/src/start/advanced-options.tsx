import { LimitFields } from '../settings/form/limit-fields.tsx'
import { ModelField } from '../settings/form/model-field.tsx'
import { ReasoningField } from '../settings/form/reasoning-field.tsx'
import { type BoundForm, bindChoice } from '../ui/bind.ts'
import { Fold } from '../ui/fold.tsx'
import { type Draft, setBeyond } from './draft.ts'
import { OptionField } from './option-field.tsx'
import { optionsFor } from './option-values.ts'

/** Options most runs leave to the team and the settings. Opens by itself if one of them is refused. */
export function AdvancedOptions({
  mode,
  isOpen,
  ...form
}: BoundForm<Draft> & { readonly mode: string; readonly isOpen: boolean }) {
  const { draft, onChange } = form
  const field = (option: ReturnType<typeof optionsFor>[number]) => (
    <OptionField
      key={option.key}
      option={option}
      value={draft.options[option.key]}
      error={form.errorOf?.(option.key)}
      onChange={(value) => onChange({ options: { ...draft.options, [option.key]: value } })}
    />
  )
  const ofMode = optionsFor(mode, true)
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
        {ofMode.length > 0 && (
          <div className="grid grid-cols-2 items-start gap-4 max-tablet:grid-cols-1">{ofMode.map(field)}</div>
        )}
        {optionsFor(mode, false).map(field)}
      </div>
    </Fold>
  )
}
