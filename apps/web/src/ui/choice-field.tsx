import { Choice, type Option } from './choice.tsx'
import { Labelled, type Labels } from './labelled.tsx'

/** A choice with a label, like a text field. */
export function ChoiceField({
  value,
  options,
  onChange,
  ...labels
}: Labels & {
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}) {
  return (
    <Labelled {...labels}>
      {(tie) => (
        <Choice tie={tie} label={labels.label} value={value} options={options} onChange={onChange} className="w-full" />
      )}
    </Labelled>
  )
}
