import type { Execution } from '../agent/agent.ts'
import type { ContextLine } from '../effect/request.ts'
import type { Answer } from '../event/ask-facts.ts'
import type { TaskKind } from '../event/task-kind.ts'
import type { Image } from '../image/image.ts'
import type { Allowance, Bound, Budgeted } from '../limits/allowance.ts'
import type { List } from '../list/list.ts'
import type { AskId, CallId, TaskId } from '../shared/ids.ts'
import type { Resource, ToolCall, ToolInquiry } from '../tool/tool.ts'

/** A unit of work given to one agent: its conversation, and the state of its loop. Open tasks only. */
export type Task = {
  readonly id: TaskId
  readonly agent: string
  readonly kind: TaskKind
  readonly place: string
  readonly execution: Execution
  readonly conversation: 'own' | 'fresh'
  readonly parent: { readonly task: TaskId; readonly call: CallId | null } | null
  /** How it became a child. A delegate must end with `reportOut`. */
  readonly via: 'task' | 'delegateWork' | 'compaction' | 'summary' | 'decision' | 'session' | null
  /** Its caller did not wait: the report goes to the caller's inbox. */
  readonly background: boolean
  /** Slugs of everyone this is done for, starting at the root and ending with this agent. */
  readonly chain: readonly string[]
  readonly since: number
  readonly lines: List<ContextLine>
  /** How many of them are from earlier tasks. */
  readonly earlier: number
  /** The estimated tokens of `lines`, kept up to date so that a reservation is cheap to compute. */
  readonly size: number
  /** The newest date its agent knows. */
  readonly dated?: string
  /** Its last call as counted by the provider, and our estimate for it. */
  readonly counted?: { readonly estimated: number; readonly input: number }
  /** The calls of the last reply. Empty while the agent thinks. */
  readonly calls: readonly TaskCall[]
  /** The last two calls that ran, for the loop guard. */
  readonly recent: readonly string[]
  readonly turn: number | null
  readonly step: string | null
  /** Its worktree, if different from its agent's. */
  readonly worktree: string | null
  /** The decision it argues, votes or rules in. */
  readonly decision: string | null
  /** The declared answer its report is parsed as. */
  readonly answer?: string
  readonly allowance: Allowance
  /** Assigned after a limit was reached, from the reserve: it answers without tools, and the limit does not end it. */
  readonly late: boolean
  readonly replies: number
  readonly toolCalls: number
  readonly tokens: number
  /** What it and all agents working for it have used, for its budgets. */
  readonly subtree: { readonly tokens: number; readonly toolCalls: number; readonly files: readonly string[] }
  /** The budget that a call in its subtree would have exceeded. */
  readonly broke: Budgeted | null
  /** Hashes of the calls it has made: a repeat is nothing new. */
  readonly made: readonly string[]
  /** Consecutive replies whose calls were all refused or repeats. */
  readonly fruitless: number
  /** Attempts at the current reply, starting at 1. Lost calls add to this, but not to `failures`. */
  readonly attempt: number
  readonly failures: number
  /** What the provider itself said last: a call that is not made because of it says nothing. */
  readonly fault?: { readonly code: string; readonly message: string }
  /** How often it was reminded to report. */
  readonly nudges: number
  /** Reports from background tasks that it has not read yet. */
  readonly inbox: readonly string[]
  /** The provider says the conversation does not fit. */
  readonly overflow: boolean
  readonly compactions: number
  /** How often in a row the provider said that it does not fit. */
  readonly overflows?: number
  /** How many lines the last compaction left. */
  readonly linesKept: number
  /** Its last answer used all its room for thinking: the next call gets twice as much. */
  readonly roomier?: boolean
  readonly retryAt: number | null
  readonly closing: boolean
  readonly bound: Bound | null
  /** What an aborted or failed attempt had said: the report of a task that must end without another call. */
  readonly partial: string
  /** The run's working time in milliseconds when this task was assigned: its own time limit counts from there. */
  readonly sinceWorked: number
  /** The same when it began to wait for the user. Null while it does not. */
  readonly heldAt: number | null
  /** Set by the last reply or failure, and read by `next`, which records the end. */
  readonly outcome: TaskOutcome | null
}

export type TaskOutcome =
  | { readonly kind: 'answered'; readonly text: string; readonly complete: boolean }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly partial: string }

/** A tool call and its progress. One shape per stage. */
export type TaskCall = ToolCall & { readonly at: CallStage; readonly tries: number }

/** What a question is answered from, kept until then: if it is not answered, the material itself is the result. */
export type Material = { readonly inquiry: ToolInquiry; readonly output: string }

export type CallStage =
  | { readonly stage: 'wanted' }
  | { readonly stage: 'inspected'; readonly resources: readonly Resource[] }
  | {
      readonly stage: 'asked'
      readonly ask: AskId
      readonly expiresAt: number
      readonly resources: readonly Resource[]
    }
  | {
      readonly stage: 'answered'
      readonly answer: Answer
      readonly reason: string
      readonly resources: readonly Resource[]
    }
  | { readonly stage: 'running'; readonly attempt: number; readonly resources: readonly Resource[] }
  | { readonly stage: 'material'; readonly inquiry: ToolInquiry; readonly output: string }
  | { readonly stage: 'child'; readonly task: TaskId; readonly material?: Material }
  | { readonly stage: 'questioned'; readonly question: string }
  /** Waits for the team's decision, or for the member the step is offered to. */
  | { readonly stage: 'deciding'; readonly decision: string }
  | { readonly stage: 'offered'; readonly to: string }
  | { readonly stage: 'unknown' }
  | {
      readonly stage: 'done'
      readonly ok: boolean
      readonly output: string
      readonly images?: readonly Image[]
      /** The event with the output, if it may be shortened later. */
      readonly seq?: number
    }
