import { Field } from '../../ui/field.tsx'
import { type LimitTexts, limitNames } from './limit-texts.ts'

/** Each limit's label and range. */
export const limitLooks = {
  maxTurns: { label: 'Turns', step: 1, min: 1 },
  maxIterations: { label: 'Iterations', step: 1, min: 1 },
  maxTotalTokens: { label: 'Tokens', step: 1_000, min: 1_000 },
  maxCostUsd: { label: 'Cost in $', step: 0.01, min: 0.01 },
  maxDuration: { label: 'Minutes', step: 1, min: 1 },
} as const

/** Limits of a run. Empty fields use the team's limits or the settings. */
export function LimitFields(props: {
  readonly limits: LimitTexts
  readonly errorOf?: (name: string) => string | undefined
  readonly onChange: (limits: LimitTexts) => void
}) {
  return (
    <fieldset className="grid grid-cols-5 gap-3 max-tablet:grid-cols-2">
      <legend className="sr-only">Limits</legend>
      {limitNames.map((name) => (
        <Field
          key={name}
          {...limitLooks[name]}
          type="number"
          inputMode="decimal"
          placeholder="default"
          value={props.limits[name] ?? ''}
          error={props.errorOf?.(name)}
          onChange={(event) => props.onChange({ ...props.limits, [name]: event.target.value })}
        />
      ))}
    </fieldset>
  )
}
