import { ChoiceField } from '../../ui/choice.tsx'

const DEFAULT = 'default'

const levels = [
  { value: DEFAULT, label: 'Default' },
  { value: 'off', label: 'Off' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'max', label: 'Max' },
]

/** How much a model thinks. Empty leaves it to the agent, team or settings. */
export function ReasoningField({
  value,
  onChange,
  ...labels
}: {
  readonly value: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly onChange: (level: string) => void
}) {
  return (
    <ChoiceField
      {...labels}
      label="Reasoning"
      value={value || DEFAULT}
      options={levels}
      onChange={(level) => onChange(level === DEFAULT ? '' : level)}
    />
  )
}
