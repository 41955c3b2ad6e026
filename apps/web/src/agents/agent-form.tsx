import { agentColor } from '@convene/domain'
import { RulesFold } from '../library/rules-fold.tsx'
import { Avatar } from '../parts/avatar.tsx'
import { bind, bindChoice, type Form } from '../parts/bind.ts'
import { Check } from '../parts/check.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Section } from '../parts/screen.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { AgentReach } from './agent-reach.tsx'
import { AgentWork } from './agent-work.tsx'

/** An agent as a form: what is wrong stands under the field that is wrong. */
export function AgentForm(form: Form<AgentDraft>) {
  const { draft, onChange } = form
  const field = bind(form)
  return (
    <>
      <About {...form} />
      <Section title="Prompt" hint="Who it is and how it works. {{name}} stands for a variable.">
        <TextField label="Prompt" required rows={10} {...field('prompt')} />
      </Section>
      <AgentWork {...form} />
      <AgentReach {...form} />
      <Section title="Bounds">
        <RulesFold rules={draft.permissions} onChange={(permissions) => onChange({ permissions })} />
        <Check
          label="In a worktree of its own"
          hint="It works beside your files, not in them."
          checked={draft.worktree}
          onChange={(worktree) => onChange({ worktree })}
        />
      </Section>
    </>
  )
}

function About(form: Form<AgentDraft>) {
  const field = bind(form)
  return (
    <Section title="About">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Field label="Name" required maxLength={50} {...field('name')} />
        <Field label="Slug" hint="Its name in files and mentions." spellCheck={false} {...field('slug')} />
        <Field label="Description" maxLength={500} className="col-span-full" {...field('description')} />
        <Field label="Use for" hint="When others should think of it." maxLength={500} {...field('useFor')} />
        <Field label="Role" maxLength={60} {...field('role')} />
        <Looks {...form} />
      </div>
    </Section>
  )
}

const categories = [
  { value: 'primary', label: 'Primary', note: 'people start runs with it' },
  { value: 'subagent', label: 'Subagent', note: 'other agents call it in' },
  { value: 'hidden', label: 'Hidden', note: 'only the program uses it' },
]

function Looks(form: Form<AgentDraft>) {
  const { draft } = form
  const field = bind(form)
  const own = /^#[0-9a-fA-F]{6}$/u.test(draft.color) ? draft.color : ''
  const color = agentColor({ slug: draft.slug, color: own })
  return (
    <>
      <div className="flex items-start gap-3">
        <span className="mt-6">
          <Avatar name={draft.name || '?'} icon={draft.icon} color={color} size="large" />
        </span>
        <Field label="Icon" className="w-20" placeholder="emoji" {...field('icon')} />
        <Field label="Colour" className="flex-1" placeholder={color} spellCheck={false} {...field('color')} />
      </div>
      <ChoiceField label="Category" options={categories} {...bindChoice(form)('category')} />
    </>
  )
}
