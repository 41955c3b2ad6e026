import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import type { MessageKind, Role } from '../../../event/facts.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { type Run, seatOf } from '../../../state/session.ts'
import { NO_ANSWER } from '../../../task/user-turn.ts'

/** An agent's failure, which does not end the run. */
export function failureFact({ agent, error }: TaskReport, place: EventPlace): Fact {
  const { code, message } = error ?? { code: 'failed', message: 'The agent failed.' }
  if (code === NO_ANSWER) return fact('warning', { code, message }, place)
  return fact('error', { code, source: agent, message, fatal: false }, place)
}

type Said = {
  readonly kind: MessageKind
  readonly text: string
  readonly round?: number
  readonly turn?: number
  readonly needsMore?: boolean
  readonly to?: string
}

/** What an agent said, as a message for people. */
export function agentMessage(run: Run, { agent, incomplete }: TaskReport, said: Said, place: EventPlace): Fact {
  const seat = seatOf(run, agent)
  const roles: { readonly [seat: string]: Role } = { lead: 'lead', judge: 'judge', member: 'member' }
  const role = roles[seat?.seat ?? 'member'] ?? 'system'
  const rehearsal = seat && run.settings.models[seat.model]?.rehearsal
  const marks = { ...(incomplete && { incomplete: true }), ...(rehearsal && { rehearsal: true }) }
  return fact('message', { author: agent, role, ...said, ...marks }, place)
}
