import type { Session } from '@convene/domain'
import type { Me } from '@convene/protocol'

type Shared = Pick<Session, 'startedBy' | 'run'>

const isOwn = (me: Me, { startedBy }: Shared): boolean => me.role === 'admin' || startedBy?.id === me.person.id

const starterOf = ({ startedBy }: Shared): string => startedBy?.name ?? 'the person who started it'

/** Why this user cannot steer a session, or null. The server applies the same rules. */
export function refuseSteering(me: Me | null, session: Shared): string | null {
  if (!me || isOwn(me, session)) return null
  if (me.role === 'viewer') return 'You can read this session. Your role here is viewer.'
  return `Only ${starterOf(session)} or an admin can write here. Fork it to continue on your own.`
}

/** Why this user cannot answer the agents' questions, or null. */
export function refuseAnswering(me: Me | null, session: Shared): string | null {
  if (!me || isOwn(me, session) || me.role === 'approver') return null
  return `Waits for ${starterOf(session)} or an approver.`
}

/** Why this user cannot approve tool calls, or null. */
export function refuseApproving(me: Me | null, { run }: Shared): string | null {
  if (!me) return null
  if (me.role !== 'approver' && me.role !== 'admin') return `Waits for an approver. Your role here is ${me.role}.`
  if (me.space.fourEyes && run?.steeredBy?.includes(me.person.id))
    return 'You started or steered this run. In this space a second person has to approve it.'
  return null
}

type Listed = { readonly startedBy?: { readonly id: string } | undefined }

/** Whether a waiting session concerns this user: it is their own, or they may approve. */
export function isForMe(me: Me | null, { startedBy }: Listed): boolean {
  if (!me || me.role === 'approver' || me.role === 'admin') return true
  return me.role === 'member' && startedBy?.id === me.person.id
}

/** How many of a listed session's requests wait for this user. */
export const waitingForMe = (me: Me | null, row: Listed & { readonly asks: number }): number =>
  isForMe(me, row) ? row.asks : 0

/** Whether “Always” is offered: it changes a setting that all spaces share. */
export const mayAlways = (me: Me | null): boolean => !me || (me.role === 'admin' && me.space.id === 'main')
