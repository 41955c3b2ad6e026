import { useState } from 'react'
import { Check } from '../parts/check.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { ModelField } from '../settings/model-field.tsx'
import type { MemberDraft } from './team-draft.ts'

/** What this team changes about an agent. */
export function MemberFields(props: {
  readonly member: MemberDraft
  readonly onChange: (member: MemberDraft) => void
}) {
  const { member } = props
  const change = (part: Partial<MemberDraft>) => props.onChange({ ...member, ...part })
  const [isOpen] = useState(() => isChanged(member))
  return (
    <details open={isOpen} className="group/own">
      <summary className="flex list-none items-center gap-1 text-sm text-muted hover:text-ink">
        <span className="group-open/own:hidden">Change something about it for this team</span>
        <span className="hidden group-open/own:inline">For this team</span>
      </summary>
      <div className="mt-3 grid grid-cols-3 gap-3 max-tablet:grid-cols-1">
        <Field
          label="Name here"
          maxLength={50}
          value={member.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Role"
          maxLength={60}
          value={member.role}
          onChange={(event) => change({ role: event.target.value })}
        />
        <ModelField
          label="Model"
          placeholder="the usual one"
          value={member.model}
          onChange={(model) => change({ model })}
        />
        <Field
          label="Use for"
          className="col-span-full"
          hint="When the lead should think of it."
          value={member.useFor}
          onChange={(event) => change({ useFor: event.target.value })}
        />
        <TextField
          label="Added to its prompt"
          className="col-span-full"
          value={member.prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        <div className="col-span-full">
          <Check
            label="In a worktree of its own"
            checked={member.worktree}
            onChange={(worktree) => change({ worktree })}
          />
        </div>
      </div>
    </details>
  )
}

const isChanged = ({ name, role, model, useFor, prompt, worktree }: MemberDraft): boolean =>
  worktree || [name, role, model, useFor, prompt].some((text) => text !== '')
