import type { Execution } from '../agent/agent.ts'
import type { Line } from '../effect/request.ts'
import type { Answer } from '../event/ask-facts.ts'
import type { Heading } from '../event/heading.ts'
import type { Image } from '../image/image.ts'
import type { Allowance, Bound, Budgeted } from '../limits/allowance.ts'
import type { List } from '../list/list.ts'
import type { AskId, CallId, TaskId } from '../shared/ids.ts'
import type { Inquiry, Resource, ToolCall } from '../tool/tool.ts'

/** A unit of work handed to one agent: its conversation, and the state of its loop. Open tasks only. */
export type Task = {
  readonly id: TaskId
  readonly agent: string
  readonly heading: Heading
  readonly place: string
  readonly execution: Execution
  readonly conversation: 'own' | 'fresh'
  readonly parent: { readonly task: TaskId; readonly call: CallId | null } | null
  /** How it came to be a child; a delegate must end with `reportOut`. */
  readonly via: 'task' | 'delegateWork' | 'compaction' | 'summary' | 'decision' | null
  /** Its caller did not wait: the report goes to the caller's inbox. */
  readonly background: boolean
  /** Slugs of who wants this on whose behalf, the root first, this agent last. */
  readonly chain: readonly string[]
  readonly since: number
  readonly lines: List<Line>
  /** How many of them were said in earlier tasks. */
  readonly earlier: number
  /** Estimated tokens of `lines`, kept so that a reservation costs nothing to compute. */
  readonly size: number
  /** The newest day that its agent knows of. */
  readonly dated?: string
  /** Its last call as the provider counted it, and what we had estimated. */
  readonly counted?: { readonly estimated: number; readonly input: number }
  /** Calls of the last reply; empty while the agent thinks. */
  readonly calls: readonly Call[]
  /** The last two calls that ran, for the loop guard. */
  readonly recent: readonly string[]
  readonly turn: number | null
  readonly step: string | null
  /** Its worktree, if that is not its agent's. */
  readonly worktree: string | null
  /** The decision that it argues, votes or rules in. */
  readonly decision: string | null
  /** The declared answer that a program reads its report as. */
  readonly answer?: string
  readonly allowance: Allowance
  /** Assigned after a limit was reached, from the reserve: it answers without tools, and the limit does not end it. */
  readonly late: boolean
  readonly replies: number
  readonly toolCalls: number
  readonly tokens: number
  /** What it and all agents working for it have used, for its budgets. */
  readonly subtree: { readonly tokens: number; readonly toolCalls: number; readonly files: readonly string[] }
  /** The budget that a call of its subtree would have broken. */
  readonly broke: Budgeted | null
  /** Which of its calls it has made, as hashes: what it does again is nothing new. */
  readonly made: readonly string[]
  /** Replies in a row whose calls were all refused or made before. */
  readonly fruitless: number
  /** Attempts at the reply that is wanted now: 1 at first. Lost calls add to it, and not to `failures`. */
  readonly attempt: number
  readonly failures: number
  /** How often it was reminded to report. */
  readonly nudges: number
  /** Reports of background tasks that it has not read yet. */
  readonly inbox: readonly string[]
  /** The provider has said that the conversation does not fit. */
  readonly overflow: boolean
  readonly compactions: number
  /** How often in a row the provider has said that it does not fit. */
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
  /** The run's milliseconds of work when this task was assigned: its own time limit counts from there. */
  readonly sinceWorked: number
  /** The same at the moment when it began to wait for the user; null while it does not. */
  readonly heldAt: number | null
  /** Set by the last reply or failure, and read by `next`, which records the end. */
  readonly outcome: TaskOutcome | null
}

export type TaskOutcome =
  | { readonly kind: 'answered'; readonly text: string; readonly complete: boolean }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly partial: string }

/** A tool call on its way. One stage, one shape. */
export type Call = ToolCall & { readonly at: CallStage; readonly tries: number }

/** What a question is answered from, kept until it is answered: without an answer it is the result itself. */
export type Material = { readonly inquiry: Inquiry; readonly output: string }

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
  | { readonly stage: 'material'; readonly inquiry: Inquiry; readonly output: string }
  | { readonly stage: 'child'; readonly task: TaskId; readonly material?: Material }
  | { readonly stage: 'questioned'; readonly question: string }
  /** Waits for what the team decides, or for the one whom the step is offered to. */
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
