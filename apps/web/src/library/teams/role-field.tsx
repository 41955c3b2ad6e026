import { ChoiceField } from '../../ui/choice-field.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { type AgentOption, type MemberDraft, newMember } from './team-draft.ts'

/** Picks the lead or judge, or leaves it to the mode. */
export function RoleField(props: {
  readonly label: string
  readonly member: MemberDraft | null
  readonly agents: readonly AgentOption[]
  readonly error: string | undefined
  readonly onChange: (member: MemberDraft | null) => void
}) {
  const { member, agents } = props
  const options = [
    { value: 'auto', label: 'Mode default' },
    ...agents.map(({ slug, name, note }) => ({ value: slug, label: oneLine(name), note: oneLine(note) })),
  ]
  const isKnown = member === null || agents.some(({ slug }) => slug === member.agent)
  const own = isKnown ? [] : [{ value: member?.agent ?? '', label: member?.agent ?? '' }]
  return (
    <ChoiceField
      label={props.label}
      value={member?.agent ?? 'auto'}
      options={[...options, ...own]}
      error={props.error}
      onChange={(slug) =>
        props.onChange(slug === 'auto' ? null : { ...(member ?? newMember(slug)), agent: slug, inline: null })
      }
    />
  )
}
