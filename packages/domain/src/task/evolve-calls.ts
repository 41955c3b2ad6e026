import { fileResults } from '../conversation/file-results.ts'
import type { Event, EventOf } from '../event/event.ts'
import type { Budgeted } from '../limits/allowance.ts'
import type { TaskId } from '../shared/ids.ts'
import { ownValue, without } from '../shared/record.ts'
import { editTask, endEffect, keep, resourcesOf, setStage } from '../state/edit-task.ts'
import { type Ask, openTasks, type Session } from '../state/session.ts'
import type { CallStage, Task, TaskCall } from '../state/task.ts'
import { rememberDenied } from './denied-calls.ts'
import { countUp, lineageOf } from './lineage.ts'
import { isLong } from './shorten-outputs.ts'
import { rememberWithheld } from './withheld.ts'

/** Records what happened to a tool call: inspected, asked for, answered, done. */
export function evolveCall(session: Session, event: Event): Session {
  switch (event.type) {
    case 'tool.called':
      return setStage(session, event.task, event.data.call, { stage: 'inspected', resources: event.data.resources })
    case 'tool.finished':
      return finished(session, event)
    case 'permission.asked':
      return asked(session, event)
    case 'permission.answered':
      return answered(session, event)
    case 'question.asked':
      return questioned(session, event)
    case 'question.answered':
      return replied(session, event)
    case 'handoff':
      return handedOff(session, event)
    default:
      return session
  }
}

function finished(session: Session, event: EventOf<'tool.finished'>): Session {
  const { effect, call, ok, output, images, inquiry, budget, denied } = event.data
  const made = event.task && session.tasks[event.task]?.calls.find(({ id }) => id === call)
  const known = made ? rememberWithheld(session, made, { denied, ran: ok && effect !== undefined }) : session
  const ended = effect ? endEffect(known, effect) : known
  const run = ended.run && effect ? { ...ended.run, toolCalls: ended.run.toolCalls + 1 } : ended.run
  const asks = keep(ended.asks, (_, ask: Ask) => ask.task !== event.task || ask.call !== call)
  const questions = keep(ended.questions, (_, { task, call: of }) => task !== event.task || of !== call)
  const own = editTask({ ...ended, run, asks, questions }, event.task, (task) => ({
    ...task,
    toolCalls: task.toolCalls + (effect ? 1 : 0),
  }))
  const counted = brokenIn(countUp(own, event.task, { toolCalls: effect ? 1 : 0 }), event.task, budget)
  const done: CallStage = inquiry
    ? { stage: 'material', inquiry, output }
    : { stage: 'done', ok, output, ...(images && { images }), ...(isLong(output) && { seq: event.seq }) }
  return fileResults(setStage(counted, event.task, call, done), event.task)
}

/** The budget belongs to the task or to one it works for: it ends all of them that have it. */
function brokenIn(session: Session, id: TaskId | undefined, budget: Budgeted | undefined): Session {
  const task = id && session.tasks[id]
  if (!task || !budget) return session
  const has = ({ allowance }: Task) => (budget === 'files' ? allowance.files : allowance.toolCalls) !== undefined
  const broken = lineageOf(session, task).filter(has)
  return broken.reduce((marked, { id: each }) => editTask(marked, each, (one) => ({ ...one, broke: budget })), session)
}

function asked(session: Session, event: EventOf<'permission.asked'>): Session {
  const { ask, call, expiresAt } = event.data
  const task = event.task as TaskId
  const pending = { ...session, asks: { ...session.asks, [ask]: { ...event.data, task, since: event.at } } }
  return setStage(pending, task, call, ({ at }) => ({ stage: 'asked', ask, expiresAt, resources: resourcesOf(at) }))
}

function answered(session: Session, event: EventOf<'permission.answered'>): Session {
  const { ask, answer, by, reason = '', pattern } = event.data
  const pending = session.asks[ask]
  if (!pending) return session
  const lasting = answer === 'session' || answer === 'always'
  const also = pattern === pending.proposed ? (pending.also ?? []) : []
  const grants = lasting && pattern ? [...session.grants, pattern, ...also] : session.grants
  const told = { ...session, grants, asks: without(session.asks, ask) }
  const call = session.tasks[pending.task]?.calls.find(({ id }) => id === pending.call)
  const known = answer === 'deny' && by !== 'expiry' ? rememberDenied(told, call) : told
  return setStage(known, pending.task, pending.call, ({ at }) => {
    return { stage: 'answered', answer, reason, resources: resourcesOf(at) }
  })
}

function questioned(session: Session, event: EventOf<'question.asked'>): Session {
  const { id, question, options, call, gate, text, grants, turn } = event.data
  const task = event.task ?? null
  const pending = {
    id,
    question,
    options,
    gate: gate ?? null,
    text: text ?? '',
    grants: grants ?? [],
    task,
    call: call ?? null,
    since: event.at,
    ...(turn && { turn: { closesAt: turn.closesAt, pausedAt: null } }),
  }
  const run = session.run && call ? { ...session.run, asked: session.run.asked + 1 } : session.run
  const waiting = { ...session, run, questions: { ...session.questions, [id]: pending } }
  return call && event.task ? setStage(waiting, event.task, call, { stage: 'questioned', question: id }) : waiting
}

function replied(session: Session, event: EventOf<'question.answered'>): Session {
  const pending = session.questions[event.data.id]
  // Choosing to be asked at a plan's gate also revokes what was allowed before it.
  const grants = pending?.gate === 'plan' && event.data.askEachStep ? [] : session.grants
  const told = { ...session, grants, questions: without(session.questions, event.data.id) }
  if (pending?.turn && pending.task) return spokenBy(told, pending.task, event.data.answer)
  if (!pending?.task || !pending.call) return told
  const done: CallStage = { stage: 'done', ok: true, output: event.data.answer }
  return fileResults(setStage(told, pending.task, pending.call, done), pending.task)
}

/** What the user says in their own turn is its task's report. */
const spokenBy = (session: Session, id: TaskId, text: string): Session =>
  editTask(session, id, (task) => ({ ...task, outcome: { kind: 'answered', text, complete: true } }))

/** An offer waits for its answer. The plan requests and records it. Then the call that made the offer is done. */
function handedOff(session: Session, event: EventOf<'handoff'>): Session {
  const { state, step, from, to, reason, call } = event.data
  if (state === 'offered') return call ? setStage(session, event.task, call, { stage: 'offered', to }) : session
  const waits = ({ at }: TaskCall) => at.stage === 'offered' && at.to === to
  const task = openTasks(session).find((one) => one.step === step && one.agent === from && one.calls.some(waits))
  const waiting = task?.calls.find(waits)
  if (!task || !waiting) return session
  const ok = state === 'acknowledged'
  const output = ok
    ? `${to} takes the step over. End your task now: report what is done, what you know, and what is left.`
    : `${to} refused: ${reason} The step stays with you.`
  return fileResults(setStage(session, task.id, waiting.id, { stage: 'done', ok, output }), task.id)
}

/**
 * A read-only tool is wanted again. One with effects is never repeated: its agent reads that the outcome is unknown.
 */
export function stageAfterLoss(session: Session, call: TaskCall): CallStage {
  const readOnly = (session.run && ownValue(session.run.settings.tools, call.tool)?.readOnly) ?? false
  return readOnly
    ? { stage: 'answered', answer: 'once', reason: '', resources: resourcesOf(call.at) }
    : { stage: 'unknown' }
}
