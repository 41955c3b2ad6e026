import { type CallId, type EffectKey, openTasks, type Session, type TaskId } from '@convene/domain'

export type Verbosity = 'brief' | 'detailed' | 'full'

/** Who speaks, as people see them. */
export type Speaker = {
  readonly slug: string
  readonly name: string
  readonly icon: string
  readonly color: string
  readonly model: string
}

/** A model call under way, with what it has said so far. */
export type Running = {
  readonly effect: EffectKey
  readonly task: TaskId
  readonly agent: string
  readonly since: number
  readonly text: string
  readonly reasoning: string
}

/** The one call whose text is shown as it comes; `line` is the line that is not complete yet. */
export type Direct = {
  readonly effect: EffectKey
  readonly task: TaskId
  readonly agent: string
  readonly said: string
  readonly line: string
  readonly inCode: boolean
}

/** An agent that waits for its next try. */
export type Waiting = { readonly task: TaskId; readonly agent: string; readonly until: number; readonly why: string }

/** A tool call that is not over; `since` is null until it runs. */
export type ToolCall = {
  readonly task: TaskId
  readonly call: CallId
  readonly agent: string
  readonly tool: string
  readonly target: string
  readonly since: number | null
  /** A person has said no to it. */
  readonly denied?: boolean
}

/** What a task has used so far. */
export type Used = { readonly ms: number; readonly tokens: number; readonly costUsd: number; readonly unpriced: number }

/**
 * What the live part of the screen is made of: the session's own fold, and what is under way. What is over has become
 * entries, which are printed once and never change.
 */
export type View = {
  readonly session: Session
  readonly verbosity: Verbosity
  readonly running: readonly Running[]
  readonly waiting: readonly Waiting[]
  readonly calls: readonly ToolCall[]
  /** How deep each task is below the run's own: work handed on is shown under who handed it. */
  readonly depths: { readonly [task: TaskId]: number }
  readonly direct: Direct | null
  /** The task whose heading was printed last, and what was said under it. */
  readonly under: { readonly task: TaskId; readonly said: string } | null
  readonly used: { readonly [task: TaskId]: Used }
  /** What went wrong last; its words are not said again at the end. */
  readonly lastError: string | null
  /** What has to wait until the answer that is being shown is complete. */
  readonly held: readonly Entry[]
}

export type Tone = 'plain' | 'good' | 'warning' | 'error'

/** Something that happened, ready to be printed; texts are clean. */
export type Entry =
  | {
      readonly kind: 'opening'
      readonly goal: string
      readonly mode: string
      readonly team: string
      readonly speakers: readonly Speaker[]
      /** What the run may use, before it has used any of it. */
      readonly limits: readonly string[]
    }
  | { readonly kind: 'heading'; readonly speaker: Speaker }
  | { readonly kind: 'line'; readonly text: string; readonly inCode: boolean }
  | { readonly kind: 'closing'; readonly speaker: Speaker; readonly facts: readonly string[] }
  | { readonly kind: 'thought'; readonly speaker: Speaker; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly speaker: Speaker
      /** Several agents work, and it must be said whose call it is. */
      readonly named: boolean
      readonly depth: number
      readonly tool: string
      readonly target: string
      readonly ok: boolean
      readonly ms: number
      /** Why it failed. */
      readonly why: string
    }
  | {
      readonly kind: 'handed'
      readonly from: Speaker
      readonly to: Speaker
      readonly depth: number
      readonly text: string
      readonly background: boolean
    }
  | {
      readonly kind: 'reported'
      readonly speaker: Speaker
      readonly depth: number
      readonly ok: boolean
      readonly facts: readonly string[]
      readonly text: string
    }
  | {
      readonly kind: 'change'
      readonly depth: number
      readonly title: string
      readonly added: number
      readonly removed: number
      /** The lines of the diff, where they are to be shown. */
      readonly lines: readonly string[]
    }
  | {
      readonly kind: 'question'
      readonly speaker: Speaker
      readonly question: string
      readonly options: readonly string[]
      /** The topic or plan that waits for approval. */
      readonly text?: string
    }
  | { readonly kind: 'said'; readonly text: string; readonly to: string | null }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly text: string }
  | {
      readonly kind: 'ending'
      readonly session: string
      readonly state: string
      readonly reason: string
      readonly summary: string
      readonly facts: readonly string[]
    }

/** A view of a session before anything was shown. */
export const viewOf = (session: Session, verbosity: Verbosity): View => ({
  session,
  verbosity,
  running: [],
  waiting: [],
  calls: [],
  depths: Object.fromEntries(openTasks(session).map(({ id, chain }) => [id, chain.length - 1])),
  direct: null,
  under: null,
  used: {},
  lastError: null,
  held: [],
})
