import type { MemberView } from '@convene/protocol'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { useCall } from '../../connection/use-call.ts'
import { Initials } from '../../people/initials.tsx'
import { useMay, useMe } from '../../people/me.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Section } from '../../ui/screen.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'
import { AuditList } from './audit-list.tsx'
import { SpaceBudget } from './space-budget.tsx'

const roles = [
  { value: 'viewer', label: 'Viewer', note: 'Reads sessions.' },
  { value: 'member', label: 'Member', note: 'Starts runs and steers their own.' },
  { value: 'approver', label: 'Approver', note: 'Also answers approvals and questions.' },
  { value: 'admin', label: 'Admin', note: 'Also manages people, budgets and all sessions.' },
]

/** The people in the space. Admins can change roles and see the budget and the audit log. */
export function PeopleSettings() {
  const me = useMe()
  const mayChange = useMay('setRole')
  const { value, again } = useCall((client) => client.members())
  if (!me) return null
  const names = new Map(value?.items.map(({ person }) => [person.id, person.name]))
  return (
    <>
      <Section
        title={`People in ${neutral(me.space.name)}`}
        hint={
          mayChange
            ? 'People get a role from their groups at the login service, or from you. They appear here after their first login.'
            : 'Admins of this space change roles.'
        }
      >
        <ul aria-label="People" className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {value?.items.map((member) => (
            <Row key={member.person.id} member={member} isMe={member.person.id === me.person.id} onChange={again} />
          ))}
        </ul>
      </Section>
      <SpaceBudget />
      {me.may.includes('audit') && <AuditList names={names} />}
    </>
  )
}

type Props = { readonly member: MemberView; readonly isMe: boolean; readonly onChange: () => void }

function Row({ member: { person, email, role, fromGroups }, isMe, onChange }: Props) {
  const facts = [email && neutral(email), fromGroups && 'role from groups'].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Initials name={person.name} />
      <span className="min-w-40 flex-1">
        <span className="flex items-center gap-2">
          <span className="font-medium wrap-anywhere">{neutral(person.name)}</span>
          {isMe && <Badge>You</Badge>}
        </span>
        {facts.length > 0 && <span className="block text-sm text-muted wrap-anywhere">{facts.join(' · ')}</span>}
      </span>
      <RoleOf person={person} role={role} onChange={onChange} />
    </li>
  )
}

function RoleOf({ person, role, onChange }: Pick<MemberView, 'person' | 'role'> & Pick<Props, 'onChange'>) {
  const client = useClient()
  const mayChange = useMay('setRole')
  if (!mayChange) return <span className="text-muted">{roles.find(({ value }) => value === role)?.label}</span>
  const set = async (next: string) => {
    const changed = await client.setRole({ person: person.id, role: next as MemberView['role'] })
    if (valueOrToast(changed, 'The role is unchanged.')) onChange()
  }
  const remove = async () => {
    if (valueOrToast(await client.removeMember({ person: person.id }), 'Nobody was removed.')) onChange()
  }
  const revoke = async () => {
    const revoked = await client.revokeTokens({ person: person.id })
    if (valueOrToast(revoked, 'The tokens still work.')) toast('plain', `Revoked all tokens of ${neutral(person.name)}`)
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Choice label={`Role of ${person.name}`} value={role} options={roles} onChange={(next) => void set(next)} />
      <Button small aria-label={`Revoke tokens of ${person.name}`} onClick={() => void revoke()}>
        Revoke tokens
      </Button>
      <Button small tone="danger" aria-label={`Remove ${person.name}`} onClick={() => void remove()}>
        Remove
      </Button>
    </span>
  )
}
