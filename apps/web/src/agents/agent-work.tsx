import { ChoiceField } from '../parts/choice-field.tsx'
import { Field } from '../parts/field.tsx'
import { Section } from '../parts/screen.tsx'
import { ModelField } from '../settings/model-field.tsx'
import { type AgentFormProps, wrong } from './agent-form-props.ts'

const executions = [
  { value: 'agentic', label: 'Agentic', note: 'calls tools until it is done' },
  { value: 'single', label: 'Single', note: 'one answer, no tools' },
  { value: 'streaming', label: 'Streaming', note: 'one answer, as it comes' },
  { value: 'planning', label: 'Planning', note: 'reads and plans, changes nothing' },
]

/** Which model it has and how it works. */
export function AgentWork(props: AgentFormProps) {
  const { draft, onChange } = props
  return (
    <Section title="Work">
      <div className="grid grid-cols-3 gap-4 max-tablet:grid-cols-1">
        <ModelField
          label="Model"
          placeholder="the usual one"
          {...wrong(props, 'model')}
          value={draft.model}
          onChange={(model) => onChange({ model })}
        />
        <ChoiceField
          label="Execution"
          value={draft.execution}
          options={executions}
          onChange={(execution) => onChange({ execution })}
        />
        <Field
          label="Temperature"
          inputMode="decimal"
          placeholder="0.7"
          value={draft.temperature}
          {...wrong(props, 'temperature')}
          onChange={(event) => onChange({ temperature: event.target.value })}
        />
        <Field
          label="Iterations at most"
          inputMode="numeric"
          placeholder="30"
          value={draft.maxIterations}
          {...wrong(props, 'maxIterations')}
          onChange={(event) => onChange({ maxIterations: event.target.value })}
        />
        <Field
          label="Tokens of an answer"
          inputMode="numeric"
          placeholder="as the model has it"
          value={draft.maxTokens}
          {...wrong(props, 'maxTokens')}
          onChange={(event) => onChange({ maxTokens: event.target.value })}
        />
        <Field
          label="Minutes at most"
          inputMode="decimal"
          placeholder="no limit"
          value={draft.timeout}
          {...wrong(props, 'timeout')}
          onChange={(event) => onChange({ timeout: event.target.value })}
        />
      </div>
    </Section>
  )
}
