import { countText } from '@convene/domain'
import { ArrowDown, ArrowUp, Trash2, UserPlus } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Fold } from '../../ui/fold.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { FacePicker } from '../agents/face-picker.tsx'
import { MemberFields } from './member-fields.tsx'
import { type AgentOption, type MemberDraft, newMember } from './team-draft.ts'

/** The members, in order. */
export function MembersEditor(props: {
  readonly members: readonly MemberDraft[]
  readonly agents: readonly AgentOption[]
  readonly errorOf: (key: string) => string | undefined
  readonly onChange: (members: readonly MemberDraft[]) => void
}) {
  const { members, agents, onChange } = props
  const unused = agents.find(({ slug }) => members.every((member) => member.agent !== slug)) ?? agents[0]
  const toggle = (slug: string) => {
    const taken = members.findLast(({ agent }) => agent === slug)
    onChange(taken ? members.filter((each) => each !== taken) : [...members, newMember(slug)])
  }
  const replace = (at: number, member: MemberDraft) =>
    onChange(members.map((each, index) => (index === at ? member : each)))
  const move = (at: number, by: number) => {
    const next = [...members]
    const [taken] = next.splice(at, 1)
    if (taken) next.splice(at + by, 0, taken)
    onChange(next)
  }
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Members" className="flex flex-col gap-3">
        {members.map((member, index) => (
          <MemberCard
            key={member.key}
            member={member}
            place={`${index + 1}`}
            agents={agents}
            error={props.errorOf(`members[${index}]`)}
            onChange={(next) => replace(index, next)}
            onRemove={() => onChange(members.filter((each) => each !== member))}
            {...(index > 0 && { onUp: () => move(index, -1) })}
            {...(index < members.length - 1 && { onDown: () => move(index, 1) })}
          />
        ))}
      </ol>
      {members.length === 0 && <p className="text-muted">A team needs at least one member.</p>}
      <Fold label="Pick members" note={countText(members.length, 'member')}>
        <FacePicker label="Members" chosen={members.map(({ agent }) => agent)} onToggle={toggle} />
      </Fold>
      <Button
        icon={UserPlus}
        disabled={!unused}
        className="self-start"
        onClick={() => unused && onChange([...members, newMember(unused.slug)])}
      >
        Add a member
      </Button>
    </div>
  )
}

type CardProps = {
  readonly member: MemberDraft
  readonly place: string
  readonly agents: readonly AgentOption[]
  readonly error: string | undefined
  readonly onChange: (member: MemberDraft) => void
  readonly onRemove: () => void
  readonly onUp?: () => void
  readonly onDown?: () => void
}

function MemberCard(props: CardProps) {
  const { member, agents } = props
  const known = agents.some(({ slug }) => slug === member.agent)
  const options = [
    ...agents.map(({ slug, name, note }) => ({ value: slug, label: oneLine(name), note: oneLine(note) })),
    ...(known
      ? []
      : [{ value: member.agent, label: memberName(member), note: member.inline ? 'in this file' : 'not found' }]),
  ]
  const name = member.name || memberName(member)
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface p-3">
      <div className="flex items-center gap-2">
        <span className="numeric w-4 shrink-0 text-muted">{props.place}</span>
        <Choice
          label={`Agent of member ${props.place}`}
          value={member.agent}
          options={options}
          onChange={(agent) => props.onChange({ ...member, agent, inline: null })}
          className="min-w-0 flex-1"
        />
        <IconButton label={`Move ${name} up`} icon={ArrowUp} disabled={!props.onUp} onClick={props.onUp} />
        <IconButton label={`Move ${name} down`} icon={ArrowDown} disabled={!props.onDown} onClick={props.onDown} />
        <IconButton label={`Remove ${name}`} icon={Trash2} onClick={props.onRemove} />
      </div>
      {props.error && <p className="text-sm text-bad">{props.error}</p>}
      {!known && !member.inline && (
        <p className="text-sm text-bad">Unknown agent {member.agent}. Choose another one, or create it.</p>
      )}
      <MemberFields member={member} onChange={props.onChange} />
    </li>
  )
}

/** The name of an inline or missing agent. */
const memberName = ({ agent, inline }: MemberDraft): string => oneLine(String(inline?.name ?? agent))
