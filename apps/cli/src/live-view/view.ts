import type { EffectKey, Session, TaskId, TaskKind } from '@convene/domain'
import { type EntryOf, type Story, storyOf, type Tone, type Verbosity } from '@convene/reading'

export type { Tone, Verbosity }

/** Who speaks, as people see them. */
export type LiveSpeaker = {
  readonly slug: string
  readonly name: string
  readonly icon: string
  readonly color: string
  readonly model: string
}

/** A seat on its side: how sure it is from 0 to 100, and whether it is speaking. */
export type ToldSeat = {
  readonly speaker: LiveSpeaker
  readonly sure: number | null
  readonly isSpeaking: boolean
}

/** Somebody who changed sides, from which one, and the sentence that did it. */
export type ToldMove = {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly why: string
  readonly isNew: boolean
}

/** The Table in words: a decision's seats on the sides of a line, after its newest round. */
export type ToldTable = {
  /** `Blind`, `1 : 2`, round by round. */
  readonly scores: readonly { readonly name: string; readonly score: string }[]
  readonly sides: readonly { readonly letter: string; readonly text: string; readonly seats: readonly ToldSeat[] }[]
  /** Who is on the line, and why. */
  readonly between: readonly { readonly name: string; readonly says: string }[]
  readonly moves: readonly ToldMove[]
}

/** A model call in progress, with its text so far. */
export type Running = {
  readonly effect: EffectKey
  readonly task: TaskId
  readonly agent: string
  readonly since: number
  readonly text: string
  readonly reasoning: string
}

/** The one call whose text is streamed. `line` is the line that is not complete yet. */
export type Direct = {
  readonly effect: EffectKey
  readonly task: TaskId
  readonly agent: string
  readonly said: string
  readonly line: string
  readonly inCode: boolean
}

/** An agent that waits for its next attempt. */
export type WaitingTask = {
  readonly task: TaskId
  readonly agent: string
  readonly until: number
  readonly why: string
}

/**
 * The data behind the live part of the screen: the session's own fold, and work in progress. Finished parts have become
 * entries, which are printed once and never change.
 */
export type LiveView = {
  readonly session: Session
  readonly story: Story
  readonly verbosity: Verbosity
  readonly running: readonly Running[]
  readonly waiting: readonly WaitingTask[]
  readonly direct: Direct | null
  /** The task whose heading was printed last, and its text. */
  readonly under: { readonly task: TaskId; readonly kind: TaskKind | undefined; readonly said: string } | null
  /** Why a task's last call failed. Empty if it succeeded. */
  readonly failures: { readonly [task: string]: string }
  /** The report of the run, as it was printed: what it says is not said again below it. */
  readonly report: string
  /** What has to wait until the streamed answer is complete. */
  readonly held: readonly LiveEntry[]
  /** The end of a run that aborted calls, until their cost is known. */
  readonly late: EntryOf<'ending'> | null
}

/** Something that happened, ready to print. Its texts are clean. */
export type LiveEntry =
  | {
      readonly kind: 'opening'
      readonly goal: string
      readonly mode: string
      readonly team: string
      readonly speakers: readonly LiveSpeaker[]
      /** The run's limits, before it has used any of them. */
      readonly limits: readonly string[]
    }
  | { readonly kind: 'heading'; readonly speaker: LiveSpeaker }
  | { readonly kind: 'line'; readonly text: string; readonly inCode: boolean }
  | {
      readonly kind: 'closing'
      readonly speaker: LiveSpeaker
      readonly facts: readonly string[]
    }
  | { readonly kind: 'thought'; readonly speaker: LiveSpeaker; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly speaker: LiveSpeaker
      /** Several agents work, so the line names the caller. */
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
      readonly from: LiveSpeaker
      readonly to: LiveSpeaker
      readonly depth: number
      readonly text: string
      readonly background: boolean
    }
  | {
      readonly kind: 'reported'
      readonly speaker: LiveSpeaker
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
      /** The lines of the diff, if they should be shown. */
      readonly lines: readonly string[]
    }
  | {
      readonly kind: 'question'
      readonly speaker: LiveSpeaker
      readonly question: string
      readonly options: readonly string[]
      /** The topic or plan that waits for approval. */
      readonly text?: string
    }
  /** The user's message, and the name of the addressee. */
  | { readonly kind: 'said'; readonly text: string; readonly to: string | null }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly text: string }
  /** How a decision ended: who held what, and who moved. */
  | { readonly kind: 'table'; readonly table: ToldTable }
  | {
      readonly kind: 'ending'
      readonly session: string
      readonly tone: Tone
      /** `Done`, and why. */
      readonly text: string
      readonly summary: string
      readonly facts: readonly string[]
    }

/** The view of a session before anything was shown. */
export const viewOf = (session: Session, verbosity: Verbosity): LiveView => ({
  session,
  story: storyOf(session),
  verbosity,
  running: [],
  waiting: [],
  direct: null,
  under: null,
  failures: {},
  report: '',
  held: [],
  late: null,
})

/** A topic or plan that waits for approval. */
export const isGate = (entry: LiveEntry): boolean => entry.kind === 'question' && entry.text !== undefined
