import type { Effect } from '../effect/effect.ts'
import type { Event, EventOf } from '../event/event.ts'
import { append, emptyList } from '../list/list.ts'
import { askText } from '../prompt/ask.ts'
import type { Line } from '../prompt/request.ts'
import type { Ask, Session } from '../session/state.ts'
import type { CallId, TaskId } from '../shared/ids.ts'
import { without } from '../shared/record.ts'
import { estimateTokens } from '../usage/usage.ts'
import { remembered, say, withResults } from './conversation.ts'
import { lastWords } from './finish-task.ts'
import type { Call, CallStage, Task } from './task.ts'

/** Files what happened to a task. Never decides: what follows is for `next`. */
export function evolveTask(session: Session, event: Event): Session {
  switch (event.type) {
    case 'task.assigned':
      return assigned(session, event)
    case 'task.nudged':
      return nudged(session, event)
    case 'task.finished':
      return finished(session, event)
    case 'effect.started':
      return started(session, event)
    case 'effect.lost':
    case 'effect.aborted':
      return interrupted(session, event)
    case 'model.replied':
      return replied(session, event)
    case 'model.failed':
      return failed(session, event)
    case 'tool.called':
      return atStage(session, event, event.data.call, () => ({ stage: 'inspected', resources: event.data.resources }))
    case 'tool.finished':
      return toolFinished(session, event)
    case 'permission.asked':
      return asked(session, event)
    case 'permission.answered':
      return answered(session, event)
    default:
      return session
  }
}

function assigned(session: Session, event: EventOf<'task.assigned'>): Session {
  const { data, task: id } = event
  if (!id) return session
  const parent = data.call && event.parent ? { task: event.parent as TaskId, call: data.call } : null
  const before = data.conversation === 'own' ? session.conversations[data.to] : undefined
  const text = askText(session, data)
  const task: Task = {
    id,
    agent: data.to,
    heading: data.heading,
    place: data.place,
    execution: data.execution,
    conversation: data.conversation,
    parent,
    chain: [...(parent ? (session.tasks[parent.task]?.chain ?? []) : []), data.to],
    since: event.at,
    sinceWorked: workedBy(session, event.at),
    lines: append(before?.lines ?? emptyList<Line>(), { role: 'user', text }),
    size: (before?.size ?? 0) + estimateTokens(text),
    calls: [],
    turn: data.turn ?? null,
    replies: 0,
    toolCalls: 0,
    tokens: 0,
    attempt: 1,
    failures: 0,
    retryAt: null,
    closing: false,
    partial: '',
    outcome: null,
  }
  const opened = { ...session, tasks: { ...session.tasks, [id]: task }, queue: untaken(session, data.takes) }
  return parent ? setStage(opened, parent.task, parent.call, { stage: 'child', task: id }) : opened
}

function nudged(session: Session, event: EventOf<'task.nudged'>): Session {
  const { text, takes, closing } = event.data
  const delivered = { ...session, queue: untaken(session, takes) }
  return update(delivered, event.task, (task) => ({
    ...say(task, { role: 'user', text }),
    // A closing ask is a new attempt: the call that was in flight for the old one is no longer wanted.
    ...(closing && { closing: true, attempt: task.attempt + 1, retryAt: null, calls: [] }),
  }))
}

/** Finishing closes everything under it, asks included, or a child would go on wanting calls for nobody. */
function finished(session: Session, event: EventOf<'task.finished'>): Session {
  const task = event.task && session.tasks[event.task]
  if (!task) return session
  const isUnder = (id: string) => id === task.id || id.startsWith(`${task.id}/`)
  const closed: Session = {
    ...session,
    tasks: keep(session.tasks, (id) => !isUnder(id)),
    asks: keep(session.asks, (_, ask: Ask) => !isUnder(ask.task)),
    conversations: remembered(session, [task]),
    // The user said stop: what waits in the queue waits for the user's next word.
    quietSince: event.data.error?.code === 'stopped' ? event.seq : session.quietSince,
  }
  if (!task.parent) return closed
  const done: CallStage = { stage: 'done', ok: event.data.ok, output: event.data.report }
  return fileResults(setStage(closed, task.parent.task, task.parent.call, done), task.parent.task)
}

function started(session: Session, event: EventOf<'effect.started'>): Session {
  const { effect: key, kind, attempt, timeoutMs, model, call, reserved } = event.data
  const task = event.task as TaskId
  const effect: Effect =
    kind === 'model'
      ? {
          kind,
          key,
          task,
          agent: event.agent ?? '',
          attempt,
          model: model ?? '',
          timeoutMs,
          reserve: reserved ?? { input: 0, output: 0, costUsd: null },
        }
      : { kind, key, task, call: call as CallId, attempt, timeoutMs }
  const under = { ...session, started: { ...session.started, [key]: effect } }
  if (kind === 'model' || !call) return under
  const running = setStage(under, task, call, (before) => ({
    stage: 'running',
    attempt,
    resources: resourcesOf(before.at),
  }))
  return update(running, task, (open) => ({
    ...open,
    calls: open.calls.map((before) => (before.id === call ? { ...before, tries: attempt } : before)),
  }))
}

function interrupted(session: Session, event: EventOf<'effect.lost' | 'effect.aborted'>): Session {
  const effect = session.started[event.data.effect]
  const ended = end(session, event.data.effect)
  if (!effect) return ended
  if (effect.kind === 'model') {
    const partial = event.type === 'effect.aborted' ? (event.data.partial ?? '') : ''
    return update(ended, effect.task, (task) => ({
      ...task,
      attempt: Math.max(task.attempt, effect.attempt + 1),
      partial: partial || task.partial,
    }))
  }
  if (effect.kind !== 'tool') return ended
  return fileResults(
    setStage(
      ended,
      effect.task,
      effect.call,
      event.type === 'effect.aborted' ? stopped : (call) => stageAfterLoss(session, call),
    ),
    effect.task,
  )
}

const stopped: CallStage = { stage: 'done', ok: false, output: 'Stopped before it ended.' }

/** A tool that only reads is wanted again; one with effects is never repeated: its agent is told that nobody knows. */
function stageAfterLoss(session: Session, call: Call): CallStage {
  const readOnly = session.run?.settings.tools[call.tool]?.readOnly ?? false
  return readOnly
    ? { stage: 'answered', answer: 'once', reason: '', resources: resourcesOf(call.at) }
    : { stage: 'unknown' }
}

function replied(session: Session, event: EventOf<'model.replied'>): Session {
  const { text, calls, outcome, effect } = event.data
  const isRoot = event.task !== undefined && session.tasks[event.task]?.parent === null
  const counted = session.run && isRoot ? { ...session.run, turns: session.run.turns + 1 } : session.run
  return update({ ...end(session, effect), run: counted }, event.task, (task) => {
    // The last reply of a task that closes is its last: what it still wants would only bring another one.
    const wanted = task.closing ? [] : calls
    const answer = text || (task.closing ? lastWords(task) : '')
    return {
      ...(text === '' && wanted.length === 0 ? task : say(task, { role: 'assistant', text, calls: wanted })),
      replies: task.replies + 1,
      attempt: 1,
      failures: 0,
      retryAt: null,
      partial: '',
      calls: wanted.map((call) => ({ ...call, at: { stage: 'wanted' as const }, tries: 0 })),
      outcome: wanted.length === 0 ? { kind: 'answered', text: answer, complete: outcome === 'complete' } : null,
    }
  })
}

function failed(session: Session, event: EventOf<'model.failed'>): Session {
  const { effect, code, message, outcome, waitMs, partial } = event.data
  return update(end(session, effect), event.task, (task) => {
    const kept = { ...task, failures: task.failures + 1, partial: partial || task.partial }
    if (outcome === 'fail') return { ...kept, outcome: { kind: 'failed', code, message, partial: kept.partial } }
    return { ...kept, attempt: task.attempt + 1, retryAt: event.at + (waitMs ?? 0) }
  })
}

function toolFinished(session: Session, event: EventOf<'tool.finished'>): Session {
  const { effect, call, ok, output } = event.data
  const ended = effect ? end(session, effect) : session
  const run = ended.run && effect ? { ...ended.run, toolCalls: ended.run.toolCalls + 1 } : ended.run
  const asks = keep(ended.asks, (_, ask: Ask) => ask.task !== event.task || ask.call !== call)
  const counted = update({ ...ended, run, asks }, event.task, (task) => ({
    ...task,
    toolCalls: task.toolCalls + (effect ? 1 : 0),
  }))
  return fileResults(
    atStage(counted, event, call, () => ({ stage: 'done', ok, output })),
    event.task,
  )
}

function asked(session: Session, event: EventOf<'permission.asked'>): Session {
  const { ask, call, expiresAt } = event.data
  const task = event.task as TaskId
  const pending = { ...session, asks: { ...session.asks, [ask]: { ...event.data, task, since: event.at } } }
  return atStage(pending, event, call, (before) => ({
    stage: 'asked',
    ask,
    expiresAt,
    resources: resourcesOf(before.at),
  }))
}

function answered(session: Session, event: EventOf<'permission.answered'>): Session {
  const { ask, answer, reason, pattern } = event.data
  const pending = session.asks[ask]
  if (!pending) return session
  const grants =
    (answer === 'session' || answer === 'always') && pattern ? [...session.grants, pattern] : session.grants
  return setStage({ ...session, grants, asks: without(session.asks, ask) }, pending.task, pending.call, (call) => ({
    stage: 'answered',
    answer,
    reason: reason ?? '',
    resources: resourcesOf(call.at),
  }))
}

/** When the last call of a reply is done, their results enter the conversation in the order they were asked. */
function fileResults(session: Session, id: string | undefined): Session {
  return update(session, id, (task) => {
    if (task.calls.length === 0 || task.calls.some((call) => call.at.stage !== 'done')) return task
    return withResults(task)
  })
}

function resourcesOf(stage: CallStage) {
  return 'resources' in stage ? stage.resources : []
}

function atStage(session: Session, event: Event, call: CallId, change: (call: Call) => CallStage): Session {
  return event.task ? setStage(session, event.task, call, change) : session
}

function setStage(
  session: Session,
  task: TaskId,
  call: CallId,
  stage: CallStage | ((call: Call) => CallStage),
): Session {
  const change = (before: Call): Call => ({ ...before, at: typeof stage === 'function' ? stage(before) : stage })
  return update(session, task, (open) => ({
    ...open,
    calls: open.calls.map((before) => (before.id === call ? change(before) : before)),
  }))
}

function update(session: Session, id: string | undefined, change: (task: Task) => Task): Session {
  const task = id === undefined ? undefined : session.tasks[id as TaskId]
  return task ? { ...session, tasks: { ...session.tasks, [task.id]: change(task) } } : session
}

const end = (session: Session, effect: string): Session => ({ ...session, started: without(session.started, effect) })

const untaken = (session: Session, takes: readonly string[] | undefined) =>
  takes?.length ? session.queue.filter((id) => !takes.includes(id)) : session.queue

const workedBy = (session: Session, at: number): number => {
  const run = session.run
  return run ? run.worked + (run.workingSince === null ? 0 : at - run.workingSince) : 0
}

function keep<T>(
  record: { readonly [key: string]: T },
  wanted: (key: string, value: T) => boolean,
): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => wanted(key, value)))
}
