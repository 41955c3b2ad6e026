import { fileResults } from '../conversation/file-results.ts'
import type { Event, EventOf } from '../event/event.ts'
import {
  type Decision,
  type Decisions,
  decisionBy,
  isUndecided,
  mayVote,
  RULING_UNREAD,
  VOTE_UNREAD,
} from '../state/decision.ts'
import { keep, setStage } from '../state/edit-task.ts'
import { isFinal, type Session } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { sealName, voteKey } from './places.ts'

/** Records what happened to a session's decisions. It gets the tasks as they were before the event. */
export function evolveDecisions(session: Session, event: Event): Session {
  switch (event.type) {
    case 'run.started':
      return { ...session, decisions: {} }
    case 'run.state':
      return moved(session, event)
    case 'clock.jumped':
      return editOpen(session, (decision) => later(decision, event.data.ms))
    case 'decision.proposed':
      return proposed(session, event)
    case 'decision.voted':
      return edit(session, event.data.decision, (decision) => voted(decision, event.data))
    case 'estimate.pooled':
      return unsealed(session, event, event.data.estimate)
    case 'decision.committed':
      return committed(opened(session, event), event)
    case 'experiment.finished':
      return unsealed(session, event, sealName(event.data.experiment))
    case 'question.asked':
      return event.data.decision === undefined
        ? session
        : edit(session, event.data.decision, (one) => ({ ...one, referred: { question: event.data.id, answer: null } }))
    case 'question.answered':
      return answered(session, event.data)
    case 'task.assigned':
      return event.data.decision === undefined
        ? session
        : edit(session, event.data.decision, (decision) => asked(decision, event.data))
    case 'task.finished':
      return ended(session, event)
    case 'warning':
      return unread(session, event)
    default:
      return session
  }
}

/** The user's answer to what nobody could decide. */
function answered(session: Session, { id, answer }: EventOf<'question.answered'>['data']): Session {
  const about = Object.values(session.decisions).find(({ referred }) => referred?.question === id)
  return about ? edit(session, about.id, (one) => ({ ...one, referred: { question: id, answer } })) : session
}

/** A pause stops the vote's clock. The end of a run leaves only committed decisions. */
function moved(session: Session, { data, at }: EventOf<'run.state'>): Session {
  if (data.to === 'idle') return { ...session, decisions: {} }
  if (isFinal(data.to)) return { ...session, decisions: keep(session.decisions, (_, one) => !isUndecided(one)) }
  if (data.to === 'paused') return editOpen(session, (decision) => ({ ...decision, pausedAt: at }))
  if (data.from !== 'paused') return session
  return editOpen(session, (decision) => ({ ...later(decision, at - (decision.pausedAt ?? at)), pausedAt: null }))
}

const later = (decision: Decision, ms: number): Decision => ({
  ...decision,
  closesAt: decision.closesAt === null ? null : decision.closesAt + ms,
  since: decision.since + ms,
})

function proposed(session: Session, event: EventOf<'decision.proposed'>): Session {
  const { decision: id, topic, options, evidence, eligible, barred, by, closesAt, step = null, call } = event.data
  if (event.data.ballot || decisionBy(session.decisions, id)) return session
  const waiting = event.task && call ? { task: event.task, call } : null
  const decision: Decision = {
    id,
    topic,
    options,
    evidence,
    eligible,
    ...(barred && { barred }),
    by,
    step,
    call: waiting,
    since: event.at,
    closesAt,
    pausedAt: session.run?.phase === 'paused' ? event.at : null,
    stage: eligible.some((voter) => voter !== USER) ? 'deliberating' : 'voting',
    heard: [],
    polled: [],
    arguments: [],
    votes: [],
    abstained: [],
    unread: [],
    rulings: 0,
    unreadRulings: 0,
    committed: null,
  }
  const open = { ...session, decisions: { ...session.decisions, [id]: decision } }
  return waiting ? setStage(open, waiting.task, waiting.call, { stage: 'deciding', decision: id }) : open
}

/** Once per voter, and only while it is open: a late vote changes nothing. */
function voted(decision: Decision, data: EventOf<'decision.voted'>['data']): Decision {
  const { voter, option, reason, confidence, abstains, model } = data
  if (!mayVote(decision, voter)) return decision
  if (abstains) return { ...decision, abstained: [...decision.abstained, voter] }
  if (!decision.options.includes(option)) return decision
  const vote = { voter, option, reason, confidence: confidence ?? null, ...(model !== undefined && { model }) }
  return { ...decision, votes: [...decision.votes, vote] }
}

function asked(decision: Decision, { to, kind }: EventOf<'task.assigned'>['data']): Decision {
  if (kind === 'deliberate') return { ...decision, heard: [...decision.heard, to] }
  if (kind === 'vote') return { ...decision, stage: 'voting', polled: [...decision.polled, to] }
  return kind === 'decide' ? { ...decision, stage: 'deciding', rulings: decision.rulings + 1 } : decision
}

/** Notes an unreadable answer, so that it is requested once more. */
function unread(session: Session, { data, agent = '' }: EventOf<'warning'>): Session {
  const id = typeof data.details === 'string' ? data.details : ''
  if (data.code === VOTE_UNREAD)
    return edit(session, id, (decision) => ({ ...decision, unread: [...decision.unread, agent] }))
  if (data.code !== RULING_UNREAD) return session
  return edit(session, id, (decision) => ({ ...decision, unreadRulings: decision.unreadRulings + 1 }))
}

/** Records a member's argument. If a task was waiting for a decision, that decision ends with the task. */
function ended(session: Session, event: EventOf<'task.finished'>): Session {
  const task = event.task && session.tasks[event.task]
  if (!task) return session
  const isUnder = (id: string) => id === task.id || id.startsWith(`${task.id}/`)
  const left = keep(session.decisions, (_, one) => !isUndecided(one) || !one.call || !isUnder(one.call.task))
  const waiting = { ...session, decisions: left }
  if (task.decision === null || task.kind !== 'deliberate' || event.data.report === '') return waiting
  const said = { by: task.agent, text: event.data.report }
  return edit(waiting, task.decision, (decision) => ({ ...decision, arguments: [...decision.arguments, said] }))
}

/** Includes a panel's ballots, which the mode counts itself. */
const opened = (session: Session, event: EventOf<'decision.committed'>): Session =>
  unsealed(session, event, event.data.decision)

function unsealed(session: Session, event: Event, name: string): Session {
  const key = voteKey(event, name)
  return session.committed.includes(key) ? session : { ...session, committed: [...session.committed, key] }
}

/** The outcome becomes the result of the call that waited for it. */
function committed(session: Session, event: EventOf<'decision.committed'>): Session {
  const { decision: id, option, how, rationale, adr, dissent } = event.data
  const before = decisionBy(session.decisions, id)
  if (!before || !isUndecided(before)) return session
  const told = edit(session, id, (decision) => ({
    ...decision,
    stage: 'committed',
    evidence: '',
    arguments: [],
    committed: { option, how, rationale, adr },
  }))
  const { call } = before
  if (!call || told.tasks[call.task] === undefined) return told
  const against = dissent.map(
    ({ voter, option: other, reason }) => `${voter} voted for ${other}: ${reason || 'no reason given'}`,
  )
  const outcome = how === 'undecided' ? OPEN : `Decided: ${option}`
  const output = [outcome, `The question was: ${before.topic}`, [rationale, ...against].join('\n')].join('\n\n')
  const waits = told.tasks[call.task]?.calls.find(({ id: own }) => own === call.call)?.at.stage === 'deciding'
  if (!waits) return told
  return fileResults(setStage(told, call.task, call.call, { stage: 'done', ok: true, output }), call.task)
}

const OPEN = 'Not decided: choose yourself, and say in your report that this was left open.'

function edit(session: Session, id: string, change: (decision: Decision) => Decision): Session {
  const decision = decisionBy(session.decisions, id)
  return decision ? { ...session, decisions: { ...session.decisions, [id]: change(decision) } } : session
}

function editOpen(session: Session, change: (decision: Decision) => Decision): Session {
  const open = Object.values(session.decisions).filter(isUndecided)
  if (open.length === 0) return session
  const changed: Decisions = Object.fromEntries(open.map((decision) => [decision.id, change(decision)]))
  return { ...session, decisions: { ...session.decisions, ...changed } }
}
