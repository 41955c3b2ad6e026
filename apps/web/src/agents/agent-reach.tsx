import { ChoiceField } from '../parts/choice-field.tsx'
import { Field } from '../parts/field.tsx'
import { Section } from '../parts/screen.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { type AgentFormProps, wrong } from './agent-form-props.ts'

const toolChoices = [
  { value: 'all', label: 'All tools' },
  { value: 'none', label: 'No tools' },
  { value: 'only', label: 'Only these' },
  { value: 'except', label: 'All but these' },
]
const delegateChoices = [
  { value: 'none', label: 'To nobody' },
  { value: 'all', label: 'To anybody' },
  { value: 'some', label: 'To these' },
]

/** What it can use and whom it can ask. Permissions decide on each call besides. */
export function AgentReach(props: AgentFormProps) {
  const { draft, onChange } = props
  const namesTools = draft.toolChoice === 'only' || draft.toolChoice === 'except'
  return (
    <Section title="Reach" hint="What it can use and whom it can ask. Permissions decide on each call besides.">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <ChoiceField
          label="Tools"
          value={draft.toolChoice}
          options={toolChoices}
          onChange={(toolChoice) => onChange({ toolChoice: toolChoice as AgentDraft['toolChoice'] })}
        />
        <Field
          label="Which tools"
          disabled={!namesTools}
          placeholder={namesTools ? 'read, grep, bash' : ''}
          value={draft.tools}
          spellCheck={false}
          {...wrong(props, 'tools')}
          onChange={(event) => onChange({ tools: event.target.value })}
        />
        <ChoiceField
          label="Hands work on"
          value={draft.delegateChoice}
          options={delegateChoices}
          onChange={(choice) => onChange({ delegateChoice: choice as AgentDraft['delegateChoice'] })}
        />
        <Field
          label="To which agents"
          disabled={draft.delegateChoice !== 'some'}
          placeholder={draft.delegateChoice === 'some' ? 'coder, qa' : ''}
          value={draft.delegates}
          spellCheck={false}
          {...wrong(props, 'delegates')}
          onChange={(event) => onChange({ delegates: event.target.value })}
        />
        <Field
          label="Calls in subagents"
          hint="Slugs, or * for all."
          placeholder="none"
          value={draft.spawns}
          spellCheck={false}
          {...wrong(props, 'spawns')}
          onChange={(event) => onChange({ spawns: event.target.value })}
        />
      </div>
    </Section>
  )
}
