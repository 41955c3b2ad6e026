import { Choice, type Option } from './choice.tsx'
import { Labelled, type Labels } from './labelled.tsx'

/** One of a few values with its name above it, as fields of text have it. */
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
