import { ModelField } from '../../settings/form/model-field.tsx'
import { ReasoningField } from '../../settings/form/reasoning-field.tsx'
import { type BoundForm, bind, bindChoice } from '../../ui/bind.ts'
import { ChoiceField } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/screen.tsx'
import type { AgentDraft } from './agent-draft.ts'

const executions = [
  { value: 'agentic', label: 'Agentic', note: 'calls tools until done' },
  { value: 'single', label: 'Single', note: 'one answer, no tools' },
  { value: 'streaming', label: 'Streaming', note: 'one answer, streamed' },
  { value: 'planning', label: 'Planning', note: 'reads and plans, changes nothing' },
]

const numbers = [
  { key: 'temperature', label: 'Temperature', inputMode: 'decimal', placeholder: 'default' },
  { key: 'maxIterations', label: 'Max iterations', inputMode: 'numeric', placeholder: '30' },
  { key: 'maxTokens', label: 'Max tokens per answer', inputMode: 'numeric', placeholder: 'model default' },
  { key: 'timeout', label: 'Timeout in minutes', inputMode: 'decimal', placeholder: 'no limit' },
] as const

/** Model, execution and limits of the agent. */
export function AgentWork(form: BoundForm<AgentDraft>) {
  const field = bind(form)
  const choice = bindChoice(form)
  return (
    <Section title="Work">
      <div className="grid grid-cols-3 gap-4 max-tablet:grid-cols-1">
        <ModelField label="Model" placeholder="default model" {...choice('model')} />
        <ReasoningField {...choice('reasoning')} />
        <ChoiceField label="Execution" options={executions} {...choice('execution')} />
        {numbers.map(({ key, ...look }) => (
          <Field key={key} {...look} {...field(key)} />
        ))}
      </div>
    </Section>
  )
}
