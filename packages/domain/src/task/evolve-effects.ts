import { evolveChecks } from '../checked-work/evolve-checks.ts'
import { say } from '../conversation/conversation.ts'
import { fileResults } from '../conversation/file-results.ts'
import { startedCheck } from '../effect/check-effect.ts'
import type { Effect } from '../effect/effect.ts'
import type { Event, EventOf } from '../event/event.ts'
import { countWords, signatureOf } from '../progress/progress.ts'
import type { CallId, TaskId } from '../shared/ids.ts'
import { withEntry } from '../shared/record.ts'
import { editTask, endEffect, resourcesOf, setStage } from '../state/edit-task.ts'
import { isFinal, type Run, type Session } from '../state/session.ts'
import type { CallStage } from '../state/task.ts'
import type { ToolCall } from '../tool/tool.ts'
import { textIn } from './call-input.ts'
import { stageAfterLoss } from './evolve-calls.ts'
import { lastWords } from './finish-task.ts'
import { callTimes } from './rate-limit.ts'

/** Records what happened to an effect: it started, was lost or aborted, or its model replied or failed. */
export function evolveEffect(session: Session, event: Event): Session {
  switch (event.type) {
    case 'effect.started':
      return evolveChecks(started(session, event), event)
    case 'check.started':
      return { ...session, started: withEntry(session.started, event.data.effect, startedCheck(event)) }
    case 'check.finished':
      return evolveChecks(endEffect(session, event.data.effect), event)
    case 'question.answered':
      return evolveChecks(session, event)
    case 'effect.lost':
    case 'effect.aborted':
      return interrupted(session, event)
    case 'model.replied':
      return replied(session, event)
    case 'model.failed':
      return failed(session, event)
    default:
      return session
  }
}

function started(session: Session, event: EventOf<'effect.started'>): Session {
  const effect = effectOf(event)
  const under = { ...session, started: withEntry(session.started, effect.key, effect) }
  if (effect.kind === 'model') {
    const { run } = under
    // Follow-ups after the end are not part of the run.
    return run && !isFinal(run.phase) ? { ...under, run: { ...run, calls: run.calls + 1 } } : under
  }
  if (effect.kind !== 'tool') return under
  const { task, call, attempt } = effect
  const running = setStage(under, task, call, ({ at }) => ({ stage: 'running', attempt, resources: resourcesOf(at) }))
  const run = running.run && withCallTime(running.run, session.tasks[task]?.agent ?? '', event.at)
  return editTask({ ...running, run }, task, (open) => ({
    ...open,
    calls: open.calls.map((before) => (before.id === call ? { ...before, tries: attempt } : before)),
    recent: [...open.recent.slice(-1), signatureOf(open.calls.find(({ id }) => id === call))],
  }))
}

function effectOf(event: EventOf<'effect.started'>): Effect {
  const { effect: key, kind, attempt, timeoutMs, model = '', call, reserved } = event.data
  const task = event.task as TaskId
  if (kind === 'tool') return { kind, key, task, call: call as CallId, attempt, timeoutMs }
  const reserve = reserved ?? { input: 0, output: 0, costUsd: null }
  const paidBy = event.run && { paidBy: event.run }
  return { kind, key, task, agent: event.agent ?? '', attempt, model, timeoutMs, reserve, ...paidBy }
}

const withCallTime = (run: Run, agent: string, at: number): Run => ({
  ...run,
  callTimes: { ...run.callTimes, [agent]: callTimes(run.callTimes[agent] ?? [], at) },
})

const stopped: CallStage = { stage: 'done', ok: false, output: 'Stopped before it ended.' }

function interrupted(session: Session, event: EventOf<'effect.lost' | 'effect.aborted'>): Session {
  const effect = session.started[event.data.effect]
  const ended = endEffect(session, event.data.effect)
  if (effect?.kind === 'model') {
    const partial = event.type === 'effect.aborted' ? (event.data.partial ?? '') : ''
    return editTask(ended, effect.task, (task) => ({
      ...task,
      attempt: Math.max(task.attempt, effect.attempt + 1),
      partial: partial || task.partial,
    }))
  }
  if (effect?.kind !== 'tool') return ended
  const isAborted = event.type === 'effect.aborted'
  const moved = setStage(ended, effect.task, effect.call, (call) =>
    isAborted ? stopped : stageAfterLoss(session, call),
  )
  return fileResults(moved, effect.task)
}

function replied(session: Session, event: EventOf<'model.replied'>): Session {
  const { text, calls, outcome, effect, provider } = event.data
  const own = provider === undefined ? {} : { provider }
  const isRoot = event.task !== undefined && session.tasks[event.task]?.parent === null
  const counted = session.run && isRoot ? { ...session.run, turns: session.run.turns + 1 } : session.run
  const ended = { ...endEffect(session, effect), run: counted }
  const isClosing = event.task !== undefined && session.tasks[event.task]?.closing
  const told = calls.length === 0 || isClosing ? countWords(ended, text || reportIn(calls)) : ended
  return editTask(told, event.task, (task) => {
    // A closing task's last reply is final: running its calls would only lead to another reply.
    const wanted = task.closing ? [] : calls
    const answer = text || (task.closing ? reportIn(calls) || lastWords(task) : '')
    return {
      ...(text === '' && wanted.length === 0 ? task : say(task, { role: 'assistant', text, calls: wanted, ...own })),
      replies: task.replies + 1,
      attempt: 1,
      failures: 0,
      retryAt: null,
      partial: '',
      ...(task.overflows && { overflows: 0 }),
      calls: wanted.map((call) => ({ ...call, at: { stage: 'wanted' as const }, tries: 0 })),
      outcome: wanted.length === 0 ? { kind: 'answered', text: answer, complete: outcome === 'complete' } : null,
    }
  })
}

/** A delegate's last words may be in a `reportOut` call. */
function reportIn(calls: readonly ToolCall[]): string {
  const call = calls.find(({ tool }) => tool === 'reportOut')
  return call ? textIn(call, 'report') : ''
}

/** The model answered with nothing. Other failures say nothing about it. */
const SAID_NOTHING = ['empty_reply', 'output_limit']

function failed(session: Session, event: EventOf<'model.failed'>): Session {
  const { effect, code, message, outcome, waitMs, partial } = event.data
  const ended = endEffect(session, effect)
  return editTask(SAID_NOTHING.includes(code) ? countWords(ended, '') : ended, event.task, (task) => {
    const fault = code === 'circuit_open' ? task.fault : { code, message }
    const kept = { ...task, ...(fault && { fault }), failures: task.failures + 1, partial: partial || task.partial }
    if (outcome === 'fail') return { ...kept, outcome: { kind: 'failed', code, message, partial: kept.partial } }
    const roomier = code === 'output_limit' ? { roomier: true } : {}
    const overflow = task.overflow || code === 'context_overflow'
    const overflows = code === 'context_overflow' ? { overflows: (task.overflows ?? 0) + 1 } : {}
    return { ...kept, ...overflows, ...roomier, overflow, attempt: task.attempt + 1, retryAt: event.at + (waitMs ?? 0) }
  })
}
