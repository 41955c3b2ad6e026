import { agentColor } from '@convene/domain'
import { Avatar } from '../../ui/avatar.tsx'
import { type BoundForm, bind, bindChoice } from '../../ui/bind.ts'
import { Check } from '../../ui/check.tsx'
import { ChoiceField } from '../../ui/choice.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/screen.tsx'
import { RulesFold } from '../rules-fold.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { AgentReach } from './agent-reach.tsx'
import { AgentWork } from './agent-work.tsx'

/** The agent form. Each problem is shown under its field. */
export function AgentForm(form: BoundForm<AgentDraft>) {
  const { draft, onChange } = form
  const field = bind(form)
  return (
    <>
      <About {...form} />
      <Section title="Prompt" hint="Who the agent is and how it works. {{name}} inserts a variable.">
        <TextField label="Prompt" required rows={10} {...field('prompt')} />
      </Section>
      <AgentWork {...form} />
      <AgentReach {...form} />
      <Section title="Bounds">
        <RulesFold rules={draft.permissions} onChange={(permissions) => onChange({ permissions })} />
        <Check
          label="Use its own worktree"
          hint="Works in a separate git worktree, not in your files."
          checked={draft.worktree}
          onChange={(worktree) => onChange({ worktree })}
        />
      </Section>
    </>
  )
}

function About(form: BoundForm<AgentDraft>) {
  const field = bind(form)
  return (
    <Section title="About">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Field label="Name" required maxLength={50} {...field('name')} />
        <Field label="Slug" hint="Name used in files and mentions." spellCheck={false} {...field('slug')} />
        <Field label="Description" maxLength={500} className="col-span-full" {...field('description')} />
        <Field label="Use for" hint="When other agents should call on it." maxLength={500} {...field('useFor')} />
        <Field label="Role" maxLength={60} {...field('role')} />
        <Looks {...form} />
      </div>
    </Section>
  )
}

const categories = [
  { value: 'primary', label: 'Primary', note: 'you start runs with it' },
  { value: 'subagent', label: 'Subagent', note: 'called by other agents' },
  { value: 'hidden', label: 'Hidden', note: 'used only by Convene' },
]

function Looks(form: BoundForm<AgentDraft>) {
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
