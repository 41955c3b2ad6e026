import { Avatar } from '../parts/avatar.tsx'
import { Check } from '../parts/check.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Fold } from '../parts/fold.tsx'
import { Section } from '../parts/screen.tsx'
import { RulesEditor } from '../permission/rules-editor.tsx'
import { colorOf } from '../session/seats.ts'
import { type AgentFormProps, wrong } from './agent-form-props.ts'
import { AgentReach } from './agent-reach.tsx'
import { AgentWork } from './agent-work.tsx'

/** An agent as a form: what is wrong stands under the field that is wrong. */
export function AgentForm(props: AgentFormProps) {
  const { draft, onChange } = props
  return (
    <form onSubmit={(event) => event.preventDefault()} className="flex min-w-0 flex-col gap-8">
      <About {...props} />
      <Section title="Prompt" hint="Who it is and how it works. {{name}} stands for a variable.">
        <TextField
          label="Prompt"
          required
          rows={10}
          value={draft.prompt}
          {...wrong(props, 'prompt')}
          onChange={(event) => onChange({ prompt: event.target.value })}
        />
      </Section>
      <AgentWork {...props} />
      <AgentReach {...props} />
      <Section title="Bounds">
        <Fold label="Permissions" note={`${Object.keys(draft.permissions).length || 'no'} rules`}>
          <RulesEditor rules={draft.permissions} onChange={(permissions) => onChange({ permissions })} />
        </Fold>
        <Check
          label="In a worktree of its own"
          hint="It works beside your files, not in them."
          checked={draft.worktree}
          onChange={(worktree) => onChange({ worktree })}
        />
      </Section>
    </form>
  )
}

function About(props: AgentFormProps) {
  const { draft, onChange } = props
  return (
    <Section title="About">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Field
          label="Name"
          required
          maxLength={50}
          value={draft.name}
          {...wrong(props, 'name')}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Field
          label="Slug"
          hint="Its name in files and mentions."
          value={draft.slug}
          spellCheck={false}
          {...wrong(props, 'slug')}
          onChange={(event) => onChange({ slug: event.target.value })}
        />
        <Field
          label="Description"
          maxLength={500}
          className="col-span-full"
          value={draft.description}
          {...wrong(props, 'description')}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <Field
          label="Use for"
          hint="When others should think of it."
          maxLength={500}
          value={draft.useFor}
          {...wrong(props, 'useFor')}
          onChange={(event) => onChange({ useFor: event.target.value })}
        />
        <Field
          label="Role"
          maxLength={60}
          value={draft.role}
          {...wrong(props, 'role')}
          onChange={(event) => onChange({ role: event.target.value })}
        />
        <Looks {...props} />
      </div>
    </Section>
  )
}

const categories = [
  { value: 'primary', label: 'Primary', note: 'people start runs with it' },
  { value: 'subagent', label: 'Subagent', note: 'other agents call it in' },
  { value: 'hidden', label: 'Hidden', note: 'only the program uses it' },
]

function Looks(props: AgentFormProps) {
  const { draft, onChange } = props
  const color = /^#[0-9a-fA-F]{6}$/u.test(draft.color) ? draft.color : colorOf(draft.slug)
  return (
    <>
      <div className="flex items-start gap-3">
        <span className="mt-6">
          <Avatar name={draft.name || '?'} icon={draft.icon} color={color} size="large" />
        </span>
        <Field
          label="Icon"
          className="w-20"
          placeholder="emoji"
          value={draft.icon}
          {...wrong(props, 'icon')}
          onChange={(event) => onChange({ icon: event.target.value })}
        />
        <Field
          label="Colour"
          className="flex-1"
          placeholder={color}
          value={draft.color}
          spellCheck={false}
          {...wrong(props, 'color')}
          onChange={(event) => onChange({ color: event.target.value })}
        />
      </div>
      <ChoiceField
        label="Category"
        value={draft.category}
        options={categories}
        onChange={(category) => onChange({ category })}
      />
    </>
  )
}
