import { type BoundForm, bind, bindChoice } from '../../ui/bind.ts'
import { ChoiceField } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/screen.tsx'
import type { AgentDraft } from './agent-draft.ts'

const toolChoices = [
  { value: 'all', label: 'All tools' },
  { value: 'none', label: 'No tools' },
  { value: 'only', label: 'Only these' },
  { value: 'except', label: 'All but these' },
]
const delegateChoices = [
  { value: 'none', label: 'No one' },
  { value: 'all', label: 'Any agent' },
  { value: 'some', label: 'Only these' },
]

/** Which tools the agent has and whom it may delegate to. */
export function AgentReach(form: BoundForm<AgentDraft>) {
  const field = bind(form)
  const choice = bindChoice(form)
  const namesTools = form.draft.toolChoice === 'only' || form.draft.toolChoice === 'except'
  const namesAgents = form.draft.delegateChoice === 'some'
  return (
    <Section title="Tools and delegation" hint="Permissions still apply to every call.">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <ChoiceField label="Tools" options={toolChoices} {...choice('toolChoice')} />
        <Field label="Which tools" spellCheck={false} {...named(namesTools, 'read, grep, bash')} {...field('tools')} />
        <ChoiceField label="Delegates to" options={delegateChoices} {...choice('delegateChoice')} />
        <Field label="Which agents" spellCheck={false} {...named(namesAgents, 'coder, qa')} {...field('delegates')} />
        <Field
          label="Subagents"
          hint="Slugs, or * for all."
          placeholder="none"
          spellCheck={false}
          {...field('spawns')}
        />
      </div>
    </Section>
  )
}

/** Enables the name field only if the choice next to it needs names. */
const named = (isWanted: boolean, placeholder: string) => ({
  disabled: !isWanted,
  placeholder: isWanted ? placeholder : '',
})
