import { useState } from 'react'
import { ModelField } from '../../settings/form/model-field.tsx'
import { ReasoningField } from '../../settings/form/reasoning-field.tsx'
import { bind, bindChoice } from '../../ui/bind.ts'
import { Check } from '../../ui/check.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import type { MemberDraft } from './team-draft.ts'

/** A team's overrides for an agent. */
export function MemberFields(props: {
  readonly member: MemberDraft
  readonly onChange: (member: MemberDraft) => void
}) {
  const { member } = props
  const form = { draft: member, onChange: (part: Partial<MemberDraft>) => props.onChange({ ...member, ...part }) }
  const field = bind(form)
  const [isOpen] = useState(() => isChanged(member))
  return (
    <details open={isOpen} className="group/own">
      <summary className="flex list-none items-center gap-1 text-sm text-muted hover:text-ink">
        <span className="group-open/own:hidden">Customize for this team</span>
        <span className="hidden group-open/own:inline">For this team</span>
      </summary>
      <div className="mt-3 grid grid-cols-3 gap-3 max-tablet:grid-cols-1">
        <Field label="Name in this team" maxLength={50} {...field('name')} />
        <Field label="Role" maxLength={60} {...field('role')} />
        <ModelField label="Model" placeholder="default model" {...bindChoice(form)('model')} />
        <ReasoningField {...bindChoice(form)('reasoning')} />
        <Field
          label="Use for"
          className="col-span-full"
          hint="When the lead should assign it work."
          {...field('useFor')}
        />
        <TextField label="Added to its prompt" className="col-span-full" {...field('prompt')} />
        <div className="col-span-full">
          <Check
            label="Use its own worktree"
            checked={member.worktree}
            onChange={(worktree) => form.onChange({ worktree })}
          />
        </div>
      </div>
    </details>
  )
}

const isChanged = ({ name, role, model, reasoning, useFor, prompt, worktree }: MemberDraft): boolean =>
  worktree || [name, role, model, reasoning, useFor, prompt].some((text) => text !== '')
