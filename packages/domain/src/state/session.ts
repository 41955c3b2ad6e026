import type { CheckResult } from '../check/check.ts'
import type { Claim } from '../claim/claim.ts'
import type { Deeds } from '../claim/deed.ts'
import type { Effect } from '../effect/effect.ts'
import type { ContextLine } from '../effect/request.ts'
import type { Gate } from '../event/ask-facts.ts'
import type { Person } from '../event/event.ts'
import type { Facts, MessageKind, Role } from '../event/facts.ts'
import type { Estimate, RunSettings } from '../event/run-settings.ts'
import type { StepGrant } from '../event/step.ts'
import type { Image } from '../image/image.ts'
import type { LimitName, Limits } from '../limits/limits.ts'
import { emptyList, type List } from '../list/list.ts'
import type { AskId, CallId, EffectKey, MessageId, RunId, SessionId, TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import { type Seat, type SeatedTeam, seatsOf } from '../team/team.ts'
import type { Traits } from '../trait/traits.ts'
import { noSpend, type Spend } from '../usage/usage.ts'
import type { Build } from './build.ts'
import { type Decisions, isUndecided } from './decision.ts'
import type { PastRun } from './past-run.ts'
import type { Resolutions } from './resolution.ts'
import type { Task } from './task.ts'

/**
 * The fold of a session's log. Pure JSON, so that a snapshot is the state: no Map, Set, Date, undefined or Infinity. It
 * contains what is open. What has ended is in the messages and the mode's data.
 */
export type Session = {
  readonly id: SessionId
  readonly seq: number
  readonly at: number
  /** Milliseconds by which the clock was set back. Commands may be stamped by processes that do not own the session. */
  readonly setBack: number
  readonly createdAt: number
  /** Who created or forked it, if several people share sessions. */
  readonly startedBy?: Person
  readonly goal: string
  /** The user's constraints for every run of the session. */
  readonly constraints: string
  /** The id of the person who wrote them, if several people share sessions. */
  readonly ruledBy?: string
  readonly title: string
  /** The session this one was forked from, the position of the cut, and the change. */
  readonly forked?: Facts['session.forked']
  readonly workspace: string
  readonly pinned: boolean
  /** Its position in lists, if the user has set one. */
  readonly order: number | null
  readonly tags: readonly string[]
  readonly run: Run | null
  /** The runs before this one, for agents that join later. */
  readonly past: readonly PastRun[]
  readonly tasks: { readonly [id: TaskId]: Task }
  /** Effects that have started and not ended, with their reservations. */
  readonly started: { readonly [key: EffectKey]: Effect }
  /** Flat: the root sees every ask, from any depth. */
  readonly asks: { readonly [id: AskId]: Ask }
  /** Agents' unanswered questions to the user. */
  readonly questions: { readonly [id: string]: Question }
  /** Decisions and estimates of any run that will be compared with what happened. */
  readonly resolutions?: Resolutions
  /** Decisions of this run's team, open or committed. Modes look results up by id. */
  readonly decisions: Decisions
  /** Committed decisions of all runs, by run and name. Their votes are no longer secret. */
  readonly committed: readonly string[]
  readonly fired: { readonly [key: EffectKey]: true }
  readonly messages: List<Message>
  /** Messages from the user that no agent has read yet. */
  readonly queue: readonly MessageId[]
  /** When the user last stopped. Messages queued before that are not answered until the user sends another one. */
  readonly quietSince: number
  /** Each agent's conversation with its model in this session. */
  readonly conversations: { readonly [agent: string]: Conversation }
  /** What tool calls did, to compare it with what agents say. */
  readonly deeds?: Deeds
  readonly grants: readonly string[]
  readonly picked: MessageId | null
  /** How many warnings of each code this run has. */
  readonly warned: { readonly [code: string]: number }
  readonly spent: Spend
  readonly uncertain: Spend
  /** What has become of the changes that its runs made in a worktree, and the comments on them. */
  readonly build?: Build
  /** What calls have shown about each model. */
  readonly learned?: { readonly [model: string]: Learned }
}

/** What earlier calls of a session say about the next ones. */
export type Learned = {
  /** Whether it was seen to think. */
  readonly thinks?: boolean
  /** How far our estimates of its input are off. */
  readonly tokensPerEstimate?: number
  /** Output tokens and milliseconds per answer, thinking included. */
  readonly output?: number
  readonly ms?: number
}

/** `dated`: the newest date its agent knows. */
export type Conversation = { readonly lines: List<ContextLine>; readonly size: number; readonly dated?: string }

export type Ask = Facts['permission.asked'] & { readonly task: TaskId; readonly call: CallId; readonly since: number }

export type Question = {
  readonly id: string
  readonly question: string
  readonly options: readonly string[]
  readonly gate: Gate | null
  readonly text: string
  /** What approving the gate permits without asking again, by step. */
  readonly grants: readonly StepGrant[]
  readonly task: TaskId | null
  readonly call: CallId | null
  readonly since: number
  /** The user's own turn. A pause stops its clock. */
  readonly turn?: { readonly closesAt: number; readonly pausedAt: number | null }
}

export type Message = {
  readonly id: MessageId
  readonly seq: number
  readonly at: number
  readonly author: string
  readonly role: Role
  readonly kind: MessageKind
  readonly text: string
  readonly to: string | null
  readonly incomplete: boolean
  readonly images?: readonly Image[]
  /** What it claims, and what the events say about that. */
  readonly claims?: readonly Claim[]
}

/** One execution of one mode. `data` is the mode's own. */
export type Run = {
  readonly id: RunId
  readonly number: number
  readonly goal: string
  /** Images attached to the goal: every agent that works on it sees them. */
  readonly images?: readonly Image[]
  readonly mode: string
  readonly traits: Traits
  readonly phase: string
  /** The phase a paused run resumes in. */
  readonly resumeTo: string | null
  /** Slugs of agents that start nothing new until they are resumed, while the others continue. */
  readonly pausedAgents: readonly string[]
  readonly since: number
  /** The ids of people who decided what the run does. */
  readonly steeredBy?: readonly string[]
  readonly team: SeatedTeam
  readonly settings: RunSettings
  readonly limits: Limits
  readonly estimate: Estimate
  /** The limit that was reached, and its value. Older logs may lack the value. */
  readonly limit: { readonly which: LimitName; readonly exhausted: boolean; readonly cap?: number } | null
  readonly finished: Facts['run.finished'] | null
  /** The range of its messages within the session. Later messages are follow-ups. */
  readonly spoken: { readonly from: number; readonly to: number | null }
  /** What Convene has checked itself. */
  readonly checks?: readonly CheckResult[]
  /** How often agents may have changed files: what was checked before the last time is stale. */
  readonly acts?: number
  /** What you said when a check asked you, by the key of the check. */
  readonly checkAnswers?: { readonly [key: string]: string }
  /** It was forked from a session of somebody else, who allowed what its checks run. */
  readonly isCopied?: boolean
  /** Its artifacts, by kind and name. */
  readonly made: readonly string[]
  readonly spent: Spend
  readonly spentBy: { readonly [agent: string]: Spend }
  readonly turns: number
  /** Model calls started, including failed and lost ones. `maxCalls` limits these. */
  readonly calls: number
  readonly toolCalls: number
  /** Model calls that were useless, minus useful ones, and hashes of what was said and done. */
  readonly progress?: { readonly useless: number; readonly known: readonly string[] }
  /** Tasks that agents delegated, and questions they asked the user. */
  readonly spawned: number
  readonly asked: number
  /** Unreadable answers and what was done instead, for the summary. */
  readonly unread?: readonly string[]
  /** How many of the answers given at the start have been used. */
  readonly answersUsed: number
  /** When each agent's newest tool calls started, for the rate limit. */
  readonly callTimes: { readonly [agent: string]: readonly number[] }
  /** Until when an agent is known to wait for its rate limit. */
  readonly slowed?: { readonly [agent: string]: number }
  /** Calls the user has denied since their last message. */
  readonly denied?: readonly string[]
  /** What agents wanted to change and were not allowed to, in words, without what they were allowed later. */
  readonly withheld?: readonly { readonly what: string; readonly by: 'user' | 'rule' }[]
  /** A call of an agent that may change something has run. */
  readonly acted?: boolean
  /** Consecutive failed delegations. After three, agents can no longer delegate. */
  readonly failedDelegations: number
  /** Milliseconds worked so far, and since when it has been working. Null while it waits for the user. */
  readonly worked: number
  readonly workingSince: number | null
  /** What the work so far says about the rest: milliseconds at most, and how many were worked when it was said. */
  readonly left?: { readonly ms: number; readonly worked: number }
  readonly data: Json
}

export function emptySession(id: SessionId): Session {
  return {
    id,
    seq: 0,
    at: 0,
    setBack: 0,
    createdAt: 0,
    goal: '',
    constraints: '',
    title: '',
    workspace: '',
    pinned: false,
    order: null,
    tags: [],
    run: null,
    past: [],
    tasks: {},
    started: {},
    asks: {},
    questions: {},
    decisions: {},
    committed: [],
    fired: {},
    messages: emptyList(),
    queue: [],
    quietSince: 0,
    conversations: {},
    grants: [],
    picked: null,
    warned: {},
    spent: noSpend,
    uncertain: noSpend,
  }
}

const finals: readonly string[] = ['completed', 'cancelled', 'failed']

export const isFinal = (phase: string): boolean => finals.includes(phase)

/** Every phase except idle, paused and the final ones. */
export const isActive = (session: Session): boolean =>
  session.run !== null && !isFinal(session.run.phase) && session.run.phase !== 'idle' && session.run.phase !== 'paused'

/** Whether the user stopped the last run. It can continue from just before that, unlike one that ended by itself. */
export const isStopped = ({ run }: Pick<Session, 'run'>): boolean =>
  run?.phase === 'cancelled' && run.finished?.reason === 'user'

export const isPaused = (session: Session): boolean => session.run?.phase === 'paused'

/** Whether this agent is paused: it finishes what it has started and starts nothing new. */
export const isAgentPaused = ({ run }: Session, agent: string): boolean => run?.pausedAgents.includes(agent) ?? false

/** Whether a task or decision is open. Modes rest until none is. */
export const isBusy = (session: Session): boolean =>
  Object.keys(session.tasks).length > 0 || Object.values(session.decisions).some(isUndecided)

export const openTasks = (session: Session): readonly Task[] => Object.values(session.tasks)

export function seatOf(run: Run, slug: string): Seat | undefined {
  return [...seatsOf(run.team), ...(run.team.subagents ?? [])].find((seat) => seat.slug === slug)
}

/** A seat's name, or the slug itself if this run has no such seat. */
export const seatName = (run: Run, slug: string): string => seatOf(run, slug)?.name ?? slug
