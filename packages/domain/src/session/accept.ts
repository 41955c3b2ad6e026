import { acceptBuild } from '../build/accept-build.ts'
import { acceptProposal, acceptVote } from '../decision/accept-decision.ts'
import { acceptResolution } from '../decision/accept-resolution.ts'
import { type Fact, fact } from '../event/event.ts'
import { cutShort, stopFacts } from '../mode/conclude.ts'
import { estimate } from '../mode/estimate.ts'
import { leadsTo } from '../mode/transitions.ts'
import type { Modes } from '../modes/modes.ts'
import { ownValue } from '../shared/record.ts'
import type { Refusal, Result } from '../shared/result.ts'
import type { Command, RunStart } from '../state/command.ts'
import { titleOf } from '../state/headline.ts'
import { isBusy, isFinal, isPaused, type Session } from '../state/session.ts'
import { nextMessageId } from '../state/stamp.ts'
import { seatsOf } from '../team/team.ts'
import { callerAuthor, isUser, USER } from '../team/user-seat.ts'
import { phaseText } from '../text/phase-words.ts'
import { answer, messageFacts } from './accept-message.ts'
import { pauseAgent, resumeAgent, resumeAll } from './pause-agent.ts'
import { acceptPick } from './pick.ts'
import { type Acceptance, refuseCommand, summedWarnings } from './refuse-command.ts'
import { sendLines } from './send-lines.ts'

/** A user's command as facts, or the reason it is refused. */
export function accept(session: Session, command: Command, modes: Modes): Acceptance {
  switch (command.type) {
    case 'create':
      return create(session, command, modes)
    case 'run':
      return newRun(session, command, modes)
    case 'message':
      return messageFacts(session, command, modes)
    case 'pause':
      return pause(session, command.agent, modes)
    case 'resume':
      return resume(session, command.agent, modes)
    case 'stop':
      return stop(session, modes)
    case 'reset':
      return move(session, 'reset', modes)
    case 'permit':
      return permit(session, command)
    case 'answer':
      return answer(session, command, modes)
    case 'approve':
      return changedGate(session, command) ?? refusedEdit(session, command.text, modes) ?? passGate(session, command)
    case 'reject':
      return changedGate(session, command) ?? passGate(session, { ...command, text: command.feedback })
    case 'propose':
      return decided(session, acceptProposal(session, command))
    case 'vote':
      return decided(session, acceptVote(session, command))
    case 'resolve':
      return decided(session, acceptResolution(session, command))
    case 'reverted':
      return { facts: [fact('artifact.reverted', { artifact: command.artifact })] }
    case 'build':
      return command.build.record === 'sent'
        ? sendLines(session, command.build, modes)
        : decided(session, acceptBuild(session, command.build))
    case 'pick':
      return decided(session, acceptPick(session, command.message))
    case 'update': {
      const { type: _type, tags, ...rest } = command
      return { facts: [fact('session.updated', { ...rest, ...(tags && { tags: [...tags] }) })] }
    }
  }
}

function create(session: Session, command: Extract<Command, { type: 'create' }>, modes: Modes): Acceptance {
  if (session.seq > 0) return refuseCommand(session, 'session_exists', `The session ${session.id} already exists.`)
  const { goal, workspace, title = titleOf(goal), forked } = command
  const { constraints } = command.run
  const created = fact('session.created', { goal, workspace, title, ...(constraints && { constraints }) })
  const copied = forked ? [fact('session.forked', { ...forked, seq: 0 })] : []
  const started = start(session, command, modes)
  return 'refusal' in started ? started : { facts: [created, ...copied, ...started.facts] }
}

function newRun(session: Session, command: Extract<Command, { type: 'run' }>, modes: Modes): Acceptance {
  const phase = session.run?.phase ?? 'idle'
  if (!isFinal(phase) && phase !== 'idle')
    return refuseCommand(session, 'illegal_command', 'A run is active in this session. Stop it or wait for it to end.')
  if (isBusy(session))
    return refuseCommand(session, 'illegal_command', 'A follow-up is being answered. Stop it or wait for it to end.')
  const { constraints } = command.run
  const ruled = constraints === undefined ? [] : [fact('session.updated', { constraints })]
  const started = start(session, command, modes)
  return started.refusal ? started : { facts: [...ruled, ...started.facts] }
}

type Start = Pick<Extract<Command, { type: 'run' }>, 'goal' | 'attachments' | 'images' | 'run'> & {
  readonly caller?: string
}

function start(session: Session, command: Start, modes: Modes): Acceptance {
  const { goal, images, run } = command
  const mode = modes[run.mode]
  const refusal = refuseStart(run, modes)
  if (refusal || !mode) return { facts: [], refusal: refusal ?? { code: 'unknown_mode', message: run.mode } }
  const place = { run: run.id }
  const number = (session.run?.number ?? 0) + 1
  const { mode: name, team, settings, limits } = run
  const data = {
    number,
    goal,
    takes: [nextMessageId(session)],
    mode: name,
    team,
    settings,
    limits,
    estimate: estimate(mode.forecast({ ...run, goal }), { ...run, learned: session.learned }, goal, images),
  }
  return {
    facts: [
      fact('message', goalMessage(command), place),
      fact('run.started', data, place),
      ...seatsOf(team).map((seat) => fact('agent.status', { status: 'created' }, { ...place, agent: seat.slug })),
      fact(
        'run.state',
        { from: 'idle', to: mode.transitions.idle?.userSubmitted ?? 'running', trigger: 'userSubmitted' },
        place,
      ),
      ...summedWarnings(run.warnings ?? []).map(({ code, message }) => fact('warning', { code, message }, place)),
    ],
  }
}

/** The goal as the first message in the run. */
const goalMessage = ({ goal, attachments = [], images = [], caller }: Start) => ({
  author: caller === undefined ? USER : callerAuthor(caller),
  role: 'user' as const,
  kind: 'user' as const,
  text: goal,
  ...(attachments.length > 0 && { attachments: [...attachments] }),
  ...(images.length > 0 && { images: [...images] }),
})

function refuseStart(run: RunStart, modes: Modes): Refusal | undefined {
  if (!Object.hasOwn(modes, run.mode))
    return {
      code: 'unknown_mode',
      message: `Unknown mode ${run.mode}. Modes: ${Object.keys(modes).join(', ')}.`,
    }
  if (run.team.members.length === 0) return { code: 'configuration_error', message: 'The team has no members.' }
  const unfit = modes[run.mode]?.refuse?.(run)
  if (unfit) return unfit
  if (run.limits.maxCostUsd === null) return undefined
  const everybody = [...seatsOf(run.team), ...(run.team.subagents ?? [])]
  const unknown = everybody.find((seat) => !isUser(seat) && !run.settings.models[seat.model]?.price)
  if (!unknown) return undefined
  const fix = `"models": { "${unknown.model}": { "price": { "input": 3, "output": 15 } } }`
  return {
    code: 'unknown_price',
    message: `A cost cap needs prices, but the price of ${unknown.model} is unknown. Set it in the settings: ${fix} (USD per million tokens).`,
  }
}

/** Cancels a run. After its end, cuts off the follow-up in progress. */
function stop(session: Session, modes: Modes): Acceptance {
  const run = session.run
  if (run && isFinal(run.phase) && isBusy(session))
    return { facts: cutShort(session, { code: 'stopped', message: 'Stopped by the user.' }) }
  const to = run && trigger(session, 'userCancelled', modes)
  if (!run || !to) return illegal(session, 'stop')
  const handed = modes[run.mode]?.user.stopped?.(session, run.data)
  const summary = handed?.summary ?? 'Stopped by the user.'
  return { facts: [...(handed?.facts ?? []), ...stopFacts(session, run, summary)] }
}

function pause(session: Session, agent: string | undefined, modes: Modes): Acceptance {
  return agent === undefined ? move(session, 'userPaused', modes) : decided(session, pauseAgent(session, agent))
}

/** Resumes the run and every agent paused by name, or only those if the run itself was not paused. */
function resume(session: Session, agent: string | undefined, modes: Modes): Acceptance {
  if (agent !== undefined) return decided(session, resumeAgent(session, agent))
  const released = resumeAll(session)
  if (released.length > 0 && !isPaused(session)) return { facts: released }
  const moved = move(session, 'userResumed', modes)
  return moved.refusal ? moved : { facts: [...released, ...moved.facts] }
}

function move(session: Session, name: string, modes: Modes): Acceptance {
  const run = session.run
  const to = run && trigger(session, name, modes)
  if (!run || !to) return illegal(session, commandOf[name] ?? name)
  return { facts: [fact('run.state', { from: run.phase, to, trigger: name })] }
}

function trigger(session: Session, name: string, modes: Modes): string | undefined {
  const run = session.run
  const mode = run && modes[run.mode]
  return run && mode ? leadsTo(mode.transitions, run.phase, name, run.resumeTo) : undefined
}

/** Applied once: the first answer counts, and later ones are refused. */
function permit(
  session: Session,
  { ask, answer, by, pattern, reason }: Extract<Command, { type: 'permit' }>,
): Acceptance {
  const pending = ownValue(session.asks, ask)
  if (!pending)
    return refuseCommand(session, 'already_answered', 'This approval is no longer pending. Nothing was changed.')
  const grant = answer === 'session' || answer === 'always' ? (pattern ?? pending.proposed) : undefined
  const given = { answer, by, ...(grant && { pattern: grant }), ...(reason && { reason }) }
  // A plain no rejects the whole attempt, including the task's other asks.
  const others =
    answer === 'deny' && !reason ? Object.values(session.asks).filter(({ task }) => task === pending.task) : []
  const asks = [pending, ...others.filter((other) => other.ask !== ask)]
  return { facts: asks.map((one) => fact('permission.answered', { ...given, ask: one.ask }, { task: one.task })) }
}

/** A text that the mode cannot use does not pass its gate, and the gate stays open. */
function refusedEdit(session: Session, text: string | undefined, modes: Modes): Acceptance | undefined {
  const isAtGate = pendingGate(session) !== undefined
  const refusal = text && isAtGate ? modes[session.run?.mode ?? '']?.user.refuseEdit?.(session, text) : undefined
  return refusal && refuseCommand(session, refusal.code, refusal.message)
}

/** The gate a run is waiting at. There is at most one. */
function passGate(
  session: Session,
  { type, text, ask, by }: { type: 'approve' | 'reject'; text?: string; ask?: boolean; by: string },
): Acceptance {
  const gate = pendingGate(session)
  if (!gate) return refuseCommand(session, 'illegal_command', `Nothing to ${type}: the run is not waiting at a gate.`)
  // Only a plan has grants that could be withheld.
  const withheld = gate.gate === 'plan' && ask ? { askEachStep: true } : {}
  return { facts: [fact('question.answered', { id: gate.id, answer: type, by, ...(text && { text }), ...withheld })] }
}

const pendingGate = ({ questions }: Session) => Object.values(questions).find(({ gate }) => gate !== null)

/** Nobody approves a text they have not seen: an answer to an earlier version is refused. */
function changedGate(session: Session, { gate: seen }: { readonly gate?: string }): Acceptance | undefined {
  const pending = pendingGate(session)
  if (seen === undefined || seen === pending?.id) return undefined
  if (!pending)
    return refuseCommand(session, 'already_answered', 'This gate is no longer pending. Nothing was changed.')
  const message = `The ${pending.gate} has changed since you saw it: you answered ${seen}, and ${pending.id} is waiting now. Read it, then answer again.`
  return refuseCommand(session, 'gate_changed', message)
}

const decided = (session: Session, result: Result<readonly Fact[]>): Acceptance =>
  result.ok ? { facts: result.value } : refuseCommand(session, result.refusal.code, result.refusal.message)

/** Triggers are internal names from the transition tables. Users know the commands. */
const commandOf: { readonly [trigger: string]: string } = { userPaused: 'pause', userResumed: 'resume' }

function illegal(session: Session, what: string): Acceptance {
  const why = session.run ? `the run is ${phaseText(session.run.phase)}` : 'nothing has run yet'
  return refuseCommand(session, 'illegal_command', `Cannot ${what} now: ${why}.`)
}
