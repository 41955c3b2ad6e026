import { evolveChecks } from '../checked-work/evolve-checks.ts'
import { claimsLine, SEEN } from '../claim/claim-text.ts'
import { lineTokens, rememberedLines, say } from '../conversation/conversation.ts'
import { fileResults } from '../conversation/file-results.ts'
import type { ContextLine } from '../effect/request.ts'
import type { Event, EventOf } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import { append, emptyList, toArray } from '../list/list.ts'
import { countWords } from '../progress/progress.ts'
import { askText, imagesOf } from '../prompt/ask.ts'
import { dateOf } from '../prompt/system.ts'
import { workedBy } from '../run/run-times.ts'
import type { CallId, TaskId } from '../shared/ids.ts'
import { withEntry, without } from '../shared/record.ts'
import { editTask, keep, setStage } from '../state/edit-task.ts'
import { type Ask, type Conversation, isFinal, type Session, seatOf } from '../state/session.ts'
import type { CallStage, Task, TaskCall } from '../state/task.ts'
import { quoted } from '../text/quoted.ts'
import { compacted } from './compact.ts'
import { evolveCall } from './evolve-calls.ts'
import { evolveEffect } from './evolve-effects.ts'
import { countUp } from './lineage.ts'
import { editTurns, moveTurns } from './user-turn.ts'

/** Records what happened to a task. Never decides: that is up to `next`. */
export function evolveTask(session: Session, event: Event): Session {
  switch (event.type) {
    case 'task.assigned':
      return evolveChecks(assigned(session, event), event)
    case 'task.nudged':
      return nudged(session, event)
    case 'task.finished':
      return finished(session, event)
    case 'artifact':
      return changed(session, event)
    case 'run.state':
      return moveTurns(session, event)
    case 'clock.jumped':
      return editTurns(session, ({ closesAt, pausedAt }) => ({ closesAt: closesAt + event.data.ms, pausedAt }))
    case 'compaction':
      return event.task === undefined
        ? forgotten(session, event.agent)
        : editTask(session, event.task, (task) => compacted(task, event.data))
    default:
      return evolveCall(evolveEffect(session, event), event)
  }
}

/** Without a task it closes an agent's conversation: the next ask contains what that agent needs. */
const forgotten = (session: Session, agent: string | undefined): Session =>
  agent === undefined ? session : { ...session, conversations: without(session.conversations, agent) }

function assigned(session: Session, event: EventOf<'task.assigned'>): Session {
  const { data, task: id } = event
  if (!id) return session
  const task = openTask(session, event, id)
  const { parent } = task
  const isSpawned = data.via === 'task' || data.via === 'delegateWork'
  const run = session.run && isSpawned ? { ...session.run, spawned: session.run.spawned + 1 } : session.run
  const opened = { ...session, run, tasks: withEntry(session.tasks, id, task), queue: untaken(session, data.takes) }
  if (!parent?.call) return opened
  if (!data.background)
    return setStage(opened, parent.task, parent.call, ({ at }) => ({
      stage: 'child',
      task: id,
      ...(at.stage === 'material' && { material: { inquiry: at.inquiry, output: at.output } }),
    }))
  const output = `Started in the background as the task ${id}. Its report will come by itself.`
  return fileResults(setStage(opened, parent.task, parent.call, { stage: 'done', ok: true, output }), parent.task)
}

/** The initial state of a task. */
const untouched = {
  calls: [],
  recent: [],
  replies: 0,
  toolCalls: 0,
  tokens: 0,
  subtree: { tokens: 0, toolCalls: 0, files: [] },
  broke: null,
  made: [],
  fruitless: 0,
  attempt: 1,
  failures: 0,
  nudges: 0,
  inbox: [],
  overflow: false,
  compactions: 0,
  linesKept: 0,
  retryAt: null,
  closing: false,
  bound: null,
  partial: '',
  heldAt: null,
  outcome: null,
} as const

function openTask(session: Session, event: EventOf<'task.assigned'>, id: TaskId): Task {
  const { to, kind, place, execution, conversation, via, background, call, turn, allowance } = event.data
  const parent = via && event.parent ? { task: event.parent as TaskId, call: call ?? null } : null
  const above = parent ? session.tasks[parent.task] : undefined
  return {
    id,
    agent: to,
    kind,
    place,
    execution,
    conversation: conversation === 'fresh' ? 'fresh' : 'own',
    parent,
    via: via ?? null,
    background: background ?? false,
    // A voter works for no one: the caller's permissions do not matter for its vote.
    chain: [...(via === 'decision' ? [] : (above?.chain ?? [])), to],
    since: event.at,
    sinceWorked: workedBy(session.run, event.at),
    ...asked(session, event.data, parent !== null),
    turn: turn ?? null,
    step: event.step ?? above?.step ?? null,
    worktree: event.data.worktree ?? above?.worktree ?? null,
    decision: event.data.decision ?? null,
    ...(event.data.answer !== undefined && { answer: event.data.answer }),
    allowance: allowance ?? inherited(above),
    late: isLate(session),
    ...untouched,
  }
}

/** What its agent has said and heard before, followed by the ask. The date is given once, and again if it changes. */
function asked(session: Session, data: Facts['task.assigned'], isChild: boolean) {
  const before = conversationBefore(session, data)
  const { run } = session
  const dated = run && seatOf(run, data.to)?.usePrefix ? dateOf(run) : undefined
  const isNew = !isChild && before.lines.size === 0
  const ask = firstLine(session, data, { isNew, date: dated === before.dated ? undefined : dated })
  const lines = append(before.lines, ask)
  const size = before.size + lineTokens(ask)
  return { lines, earlier: before.lines.size, size, ...(dated !== undefined && { dated }) }
}

/** A subagent may do no more than its caller. Budgets are the caller's. */
function inherited(above: Task | undefined): Task['allowance'] {
  const { tools, approve } = above?.allowance ?? {}
  return { ...(tools && { tools }), ...(approve && { approve }) }
}

const unspoken: Conversation = { lines: emptyList<ContextLine>(), size: 0 }

function conversationBefore(session: Session, { resumes, conversation, to }: Facts['task.assigned']): Conversation {
  const before = resumes ? session.conversations[resumes] : conversation === 'own' && session.conversations[to]
  return before || unspoken
}

/** The ask itself. An agent starting on the goal sees the images attached to it. */
function firstLine(
  session: Session,
  data: Facts['task.assigned'],
  opening: Parameters<typeof askText>[2],
): ContextLine {
  const goal = opening?.isNew ? (session.run?.images ?? []) : []
  const images = [...goal, ...imagesOf(session, data.takes)]
  return { role: 'user', text: askText(session, data, opening), ...(images.length > 0 && { images }) }
}

function nudged(session: Session, event: EventOf<'task.nudged'>): Session {
  const { text, takes, closing, reports, bound, budget } = event.data
  const delivered = { ...session, queue: untaken(session, takes) }
  const images = imagesOf(session, takes)
  return editTask(delivered, event.task, (task) => ({
    ...say(task, { role: 'user', text, ...(images.length > 0 && { images }) }),
    outcome: null,
    nudges: task.nudges + (takes || closing || reports ? 0 : 1),
    inbox: reports ? [] : task.inbox,
    // A closing ask is a new attempt: the call in progress for the old one is no longer wanted.
    ...(closing && {
      closing: true,
      bound: bound ?? null,
      broke: budget ?? task.broke,
      attempt: task.attempt + 1,
      retryAt: null,
      calls: [],
    }),
  }))
}

/** Finishing closes everything below it, including asks, or a child would keep requesting calls nobody needs. */
function finished(session: Session, event: EventOf<'task.finished'>): Session {
  const task = event.task && session.tasks[event.task]
  if (!task) return session
  const isUnder = (id: string | null) => id !== null && (id === task.id || id.startsWith(`${task.id}/`))
  // A delegate's report is the input of the call that ends its task.
  const told = task.calls.length > 0 ? countWords(session, event.data.report) : session
  const closed: Session = {
    ...told,
    run: told.run && countDelegation(told.run, task, event.data.ok && event.data.bound !== 'no_progress'),
    tasks: keep(session.tasks, (id) => !isUnder(id)),
    asks: keep(session.asks, (_, ask: Ask) => !isUnder(ask.task)),
    questions: keep(session.questions, (_, question) => !isUnder(question.task)),
    conversations: rememberedLines(session, [task]),
    // The user stopped it: queued messages wait until the user writes again.
    quietSince: event.data.error?.code === 'stopped' ? event.seq : session.quietSince,
  }
  return task.parent?.call ? reported(closed, task, event.data) : closed
}

function countDelegation(run: NonNullable<Session['run']>, task: Task, ok: boolean) {
  if (task.via !== 'delegateWork') return run
  return { ...run, failedDelegations: ok ? 0 : run.failedDelegations + 1 }
}

/** A child's report is the result of the call that created it, or a message to its parent if that did not wait. */
function reported(
  session: Session,
  task: Task,
  { ok, report, error, incomplete, claims }: EventOf<'task.finished'>['data'],
): Session {
  const { parent } = task
  if (!parent?.call) return session
  if (task.via === 'summary') return answeredFrom(session, parent.task, parent.call, ok && report)
  const note = incomplete && ok ? '(incomplete)\n\n' : ''
  const said = quoted(report)
  const seen = claimsLine(claims)
  const marks = seen === '' ? [] : [`## ${SEEN}\n\n${quoted(seen)}`]
  const output = [ok ? `${note}${said}` : failureOf(task, error, said), ...marks, ...missingTools(task)].join('\n\n')
  if (!task.background) {
    return fileResults(setStage(session, parent.task, parent.call, { stage: 'done', ok, output }), parent.task)
  }
  const word = `## Report of ${task.agent} (${task.id})\n\n${output}`
  return editTask(session, parent.task, (waiting) => ({ ...waiting, inbox: [...waiting.inbox, word] }))
}

/** Why a child failed, under a code the caller knows, with what it had said. */
function failureOf({ agent }: Task, error: EventOf<'task.finished'>['data']['error'], report: string): string {
  const why = error ? `${error.message} (${error.code})` : 'The task failed.'
  return `agent_execution_error: ${agent} failed. ${why}${report ? `\n\nWhat there is of it:\n\n${report}` : ''}`
}

/** Tools that a child tried to use but does not have: its caller may do that part itself. */
function missingTools({ agent, lines, earlier }: Task): readonly string[] {
  const refused = toArray(lines)
    .slice(earlier)
    .flatMap((line) =>
      line.role === 'tool' && !line.ok && line.output.startsWith('tool_access_error:') ? [line.tool] : [],
    )
  const names = [...new Set(refused)]
  return names.length === 0 ? [] : [`tool_access_error: ${agent} could not use ${names.join(', ')}.`]
}

/** The answer to an inquiry is the result of its call. Without an answer, the material is. */
function answeredFrom(session: Session, task: TaskId, call: CallId, answer: string | false): Session {
  const stage = ({ at }: TaskCall): CallStage => {
    if (at.stage !== 'child' || !at.material) return at
    const { inquiry, output } = at.material
    const unanswered = `(The question could not be answered; this is the page.)\n\n${output}`
    return { stage: 'done', ok: true, output: answer ? `${answer}\n\nSource: ${inquiry.source}` : unanswered }
  }
  return fileResults(setStage(session, task, call, stage), task)
}

/** Follow-ups after the end of a run are not part of it, and keep their tools. */
const isLate = ({ run }: Session): boolean => run !== null && run.limit !== null && !isFinal(run.phase)

function changed(session: Session, { task, data: { kind, path } }: EventOf<'artifact'>): Session {
  return kind === 'diff' && path !== undefined ? countUp(session, task, { file: path }) : session
}

const untaken = (session: Session, takes: readonly string[] | undefined) =>
  takes?.length ? session.queue.filter((id) => !takes.includes(id)) : session.queue
