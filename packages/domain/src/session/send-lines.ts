import { acceptBuild } from '../build/accept-build.ts'
import type { Modes } from '../modes/modes.ts'
import type { BuildRecord } from '../state/build.ts'
import { isActive, isPaused, type Session } from '../state/session.ts'
import { messageFacts } from './accept-message.ts'
import { type Acceptance, refuseCommand } from './refuse-command.ts'

type Sent = Extract<BuildRecord, { record: 'sent' }>

/**
 * Comments go back together with what delivers them: as a message, or to a step that will run again for them. Otherwise
 * they stay open.
 */
export function sendLines(session: Session, sent: Sent, modes: Modes): Acceptance {
  const marked = acceptBuild(session, sent)
  if (!marked.ok) return refuseCommand(session, marked.refusal.code, marked.refusal.message)
  if (sent.step !== undefined) {
    const why = whyNot(session, sent.step, modes)
    return why === undefined ? { facts: marked.value } : refuseCommand(session, 'illegal_command', why)
  }
  const { text, to } = sent
  const told = messageFacts(session, { type: 'message', text, ...(to !== '' && { to }) }, modes)
  return told.refusal ? told : { facts: [...told.facts, ...marked.value] }
}

const AFTER = 'Send it back once the run has ended.'

/** Why a step does not run again in this run. */
function whyNot(session: Session, id: string, modes: Modes): string | undefined {
  const { run } = session
  if (!run || !(isActive(session) || isPaused(session))) return `The run of step ${id} has ended.`
  const step = modes[run.mode]?.view?.(run, run.data)?.plan?.steps.find((one) => one.id === id)
  if (!step) return `There is no step ${id} in this run.`
  if (run.limit) return `A limit of this run is reached, so step ${id} does not run again. ${AFTER}`
  if (step.state === 'finished' || step.state === 'accepted') return undefined
  return outs.has(step.state)
    ? `Step ${id} is ${step.state.replaceAll('_', ' ')}, so nobody works on it any more. ${AFTER}`
    : `Step ${id} is not done yet. Send it back once it is.`
}

const outs: ReadonlySet<string> = new Set(['failed', 'skipped', 'not_carried_out'])
