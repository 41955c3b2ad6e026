import { rememberedLines } from '../conversation/conversation.ts'
import type { Event, EventOf } from '../event/event.ts'
import { append } from '../list/list.ts'
import { GIVEN } from '../mode/gate.ts'
import { imagesOf } from '../prompt/ask.ts'
import { withLateCall } from '../run/late-call.ts'
import { withEntry } from '../shared/record.ts'
import { pastOf, withMade } from '../state/past.ts'
import { isFinal, openTasks, type Run, type Session } from '../state/session.ts'
import { forgetDenied } from '../task/denied-calls.ts'
import { countUp } from '../task/lineage.ts'
import { slowedBy } from '../task/rate-limit.ts'
import { plainTraits } from '../trait/traits.ts'
import { addSpend, noSpend } from '../usage/usage.ts'
import { isOfRun } from './evolve-mode.ts'
import { forkedFrom } from './forked.ts'
import { steeringBefore } from './steered.ts'

/** Records what happened to a session and its run, apart from tasks, decisions and the mode. */
export function evolveSession(session: Session, event: Event): Session {
  switch (event.type) {
    case 'session.created': {
      const { goal, workspace, title, constraints = '' } = event.data
      return startedBy({ ...session, createdAt: event.at, goal, workspace, title, constraints }, event)
    }
    case 'session.updated':
      return { ...session, ...pick(event.data) }
    case 'session.forked':
      return forkedFrom(session, event)
    case 'run.started':
      return runStarted(session, event)
    case 'run.state':
      return runMoved(session, event)
    case 'agent.paused':
    case 'agent.resumed':
      return withRun(session, pausedOrResumed, event)
    case 'run.finished':
      return withRun(session, finishedWith(session.messages.size), event.data)
    case 'message':
      return said(session, event)
    case 'artifact':
      return withRun(session, (artifact, run) => ({ made: withMade(run.made, artifact) }), event.data)
    case 'warning':
      return warned(session, event)
    case 'message.picked':
      return { ...session, picked: event.data.message }
    case 'question.answered':
      return withRun(session, ({ by }, run) => ({ answersUsed: run.answersUsed + (by === GIVEN ? 1 : 0) }), event.data)
    case 'timer.fired':
      return { ...session, fired: { ...session.fired, [event.data.effect]: true } }
    case 'clock.jumped':
      return jumped(session, event.data.ms)
    case 'usage':
      return used(session, event)
    case 'protocol.chosen':
      return withRun(session, chosen, event.data)
    case 'limit.reached':
      return withRun(session, reached, event.data)
    default:
      return session
  }
}

/** Counts a warning. One about an unreadable answer is remembered for the summary. */
function warned(session: Session, event: EventOf<'warning'>): Session {
  const { code, message, unread } = event.data
  const counted = slowedBy({ ...session, warned: countedIn(session.warned, code) }, event)
  return unread === undefined
    ? counted
    : withRun(counted, (text, run) => ({ unread: [...(run.unread ?? []), text] }), message)
}

const startedBy = (session: Session, { person }: Event): Session =>
  person ? { ...session, startedBy: person } : session

/** A mode may find out only during the run what it will need. */
const chosen = ({ limits = {}, estimate }: EventOf<'protocol.chosen'>['data'], run: Run): Partial<Run> => ({
  limits: { ...run.limits, ...limits },
  estimate: estimate ?? run.estimate,
})

const reached = ({ which, exhausted, cap }: EventOf<'limit.reached'>['data'], { limit }: Run): Partial<Run> => ({
  limit: { which, exhausted: exhausted ?? false, cap: limit?.cap ?? cap },
})

/** Own keys only: a code comes from a command, and could be `constructor`. */
const countedIn = (warned: Session['warned'], code: string): Session['warned'] => ({
  ...warned,
  [code]: (Object.hasOwn(warned, code) ? (warned[code] ?? 0) : 0) + 1,
})

/** The machine slept, or its clock was set. Sleep is not work, and a clock set back must not lengthen a wait. */
function jumped(session: Session, ms: number): Session {
  const tasks = Object.values(session.tasks).map((task) => {
    const retryAt = task.retryAt === null ? null : task.retryAt + Math.min(0, ms)
    return [task.id, { ...task, retryAt, since: task.since + ms }]
  })
  const moved = { ...session, tasks: Object.fromEntries(tasks) }
  const change = (by: number, run: Run): Partial<Run> => ({
    workingSince: run.workingSince === null ? null : run.workingSince + by,
    callTimes: by < 0 ? earlier(run.callTimes, by) : run.callTimes,
  })
  return withRun(moved, change, ms)
}

const earlier = (times: Run['callTimes'], by: number): Run['callTimes'] =>
  Object.fromEntries(Object.entries(times).map(([agent, each]) => [agent, each.map((at) => at + by)]))

/** What a run has used at its start. */
const nothingUsed = {
  spent: noSpend,
  spentBy: {},
  turns: 0,
  calls: 0,
  toolCalls: 0,
  spawned: 0,
  asked: 0,
  answersUsed: 0,
  callTimes: {},
  failedDelegations: 0,
  worked: 0,
  workingSince: null,
} as const

function runStarted(session: Session, event: EventOf<'run.started'>): Session {
  const { number, goal, takes, mode, team, settings, limits, estimate } = event.data
  const images = imagesOf(session, takes)
  const steeredBy = steeringBefore(session, takes)
  const run: Run = {
    id: event.run as Run['id'],
    number,
    goal,
    ...(images.length > 0 && { images }),
    mode,
    phase: 'idle',
    resumeTo: null,
    pausedAgents: [],
    since: event.at,
    ...(steeredBy.length > 0 && { steeredBy }),
    team,
    settings,
    limits,
    estimate,
    limit: null,
    finished: null,
    spoken: { from: session.messages.size, to: null },
    made: [],
    ...nothingUsed,
    traits: plainTraits,
    data: null,
  }
  return {
    ...session,
    run,
    past: pastOf(session),
    fired: {},
    picked: null,
    warned: {},
    queue: session.queue.filter((id) => !takes.includes(id)),
    quietSince: 0,
    grants: [...session.grants, ...settings.grants],
  }
}

function pausedOrResumed({ type, agent }: EventOf<'agent.paused' | 'agent.resumed'>, run: Run): Partial<Run> {
  const others = run.pausedAgents.filter((slug) => slug !== agent)
  return { pausedAgents: type === 'agent.paused' && agent !== undefined ? [...others, agent] : others }
}

const finishedWith =
  (messages: number) =>
  (finished: EventOf<'run.finished'>['data'], { spoken }: Run): Partial<Run> => ({
    finished,
    spoken: { ...spoken, to: messages },
  })

/** Leaving the working phases closes everything open. A reset also closes the conversations. */
function runMoved(session: Session, event: EventOf<'run.state'>): Session {
  const { from, to } = event.data
  const left = isFinal(to) || to === 'idle' ? { pausedAgents: [] } : {}
  const moved = withRun(session, () => ({ phase: to, resumeTo: to === 'paused' ? from : null, ...left }), event.data)
  if (to === 'idle') return { ...moved, tasks: {}, asks: {}, questions: {}, conversations: {}, queue: [] }
  if (!isFinal(to)) return moved
  const conversations = rememberedLines(session, openTasks(session))
  // Unread messages from before the end are not follow-ups: answering them would cost money unasked.
  return { ...moved, tasks: {}, asks: {}, questions: {}, conversations, quietSince: event.seq }
}

function said(session: Session, event: EventOf<'message'>): Session {
  const { author, role, kind, text, to, incomplete, images, claims } = event.data
  const id = event.id as NonNullable<typeof event.id>
  const message = {
    id,
    seq: event.seq,
    at: event.at,
    author,
    role,
    kind,
    text,
    to: to ?? null,
    incomplete: incomplete ?? false,
    ...(images && { images }),
    ...(claims && { claims }),
  }
  const kept = { ...session, messages: append(session.messages, message) }
  return role === 'user' ? forgetDenied({ ...kept, queue: [...session.queue, id] }) : kept
}

function used(session: Session, event: EventOf<'usage'>): Session {
  const { costUsd, uncertain } = event.data
  const agent = event.agent ?? ''
  const task = event.task && session.tasks[event.task]
  const counted = isOfRun(session, event)
    ? withRun(
        session,
        (usage, run) => ({
          spent: addSpend(run.spent, usage, costUsd),
          spentBy: withEntry(run.spentBy, agent, addSpend(run.spentBy[agent] ?? noSpend, usage, costUsd)),
          // Without an open task it is not a follow-up, but a call that the end of the run cut off.
          ...(run.finished && !task && { finished: withLateCall(run.finished, usage) }),
        }),
        event.data,
      )
    : session
  const tokens = event.data.input + event.data.output
  const { tasks } = countUp(counted, event.task, { tokens })
  const own = task && tasks[task.id]
  return {
    ...counted,
    spent: addSpend(session.spent, event.data, costUsd),
    uncertain: uncertain ? addSpend(session.uncertain, event.data, costUsd) : session.uncertain,
    tasks: own ? withEntry(tasks, own.id, { ...own, tokens: own.tokens + tokens }) : tasks,
  }
}

function withRun<D>(session: Session, change: (data: D, run: Run) => Partial<Run>, data: D): Session {
  return session.run ? { ...session, run: { ...session.run, ...change(data, session.run) } } : session
}

function pick(data: EventOf<'session.updated'>['data']): Partial<Session> {
  const { title, pinned, tags, order, constraints } = data
  return {
    ...(constraints !== undefined && { constraints }),
    ...(title !== undefined && { title }),
    ...(pinned !== undefined && { pinned }),
    ...(tags && { tags }),
    ...(order !== undefined && { order }),
  }
}
