import type { Command, Event, EventOf, Refusal, SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import { readWholePublic } from '../sessions/read-whole.ts'

/** For a refused answer that came too late: says what was answered first. Any other refusal stays as it is. */
export async function withFirstAnswer(
  program: Program,
  session: SessionId,
  command: Command,
  refusal: Refusal,
): Promise<Refusal> {
  const id = answeredBy(command)
  if (refusal.code !== 'already_answered' || id === undefined) return refusal
  const { log } = await program.store()
  const message = firstAnswer(await readWholePublic(log, session), id)
  return message === undefined ? refusal : { ...refusal, message }
}

/** The id of the ask, the question or the gate that a command answers. */
function answeredBy(command: Command): string | undefined {
  if (command.type === 'permit') return command.ask
  if (command.type === 'answer') return command.question
  return command.type === 'approve' || command.type === 'reject' ? command.gate : undefined
}

/** `Already approved in another window or terminal.` Undefined if nobody has answered it. */
export function firstAnswer(events: readonly Event[], id: string): string | undefined {
  const ask = events.find((event) => event.type === 'permission.answered' && event.data.ask === id)
  if (ask?.type === 'permission.answered') return permissionText(ask)
  const question = events.find((event) => event.type === 'question.answered' && event.data.id === id)
  if (question?.type !== 'question.answered') return undefined
  return alreadyText((isGate(events, id) && gateWords[question.data.answer]) || 'answered', question)
}

function permissionText(event: EventOf<'permission.answered'>): string {
  if (event.data.by === 'expiry') return 'Already denied: nobody answered in time.'
  return alreadyText(event.data.answer === 'deny' ? 'denied' : 'allowed', event)
}

const gateWords: { readonly [answer: string]: string } = { approve: 'approved', reject: 'sent back' }

const isGate = (events: readonly Event[], id: string): boolean =>
  events.some((event) => event.type === 'question.asked' && event.data.id === id && event.data.gate !== undefined)

const alreadyText = (what: string, { person }: Event): string =>
  `Already ${what} ${person ? `by ${person.name}` : 'in another window or terminal'}.`
