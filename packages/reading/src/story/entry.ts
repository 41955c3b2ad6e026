import type { EffectKey, Facts, FinalState, Image, MessageKind, Role } from '@convene/domain'
import type { ClaimMark } from './claim-marks.ts'
import type { Level, Tone } from './line.ts'
import type { MessageVoice, Rank } from './message-looks.ts'

/** What an answer used. */
export type Used = { readonly ms: number; readonly tokens: number; readonly costUsd: number; readonly unpriced: number }

/** Where an entry belongs. */
export type EntryPlace = {
  /** Show entries in the order in which their keys first appear. */
  readonly key: string
  readonly seq: number
  readonly at: number
  /** The slug of the agent that did it. Empty for the session itself and the user. */
  readonly agent: string
  readonly task: string
  /** The depth of its task below the run's own tasks. */
  readonly depth: number
  readonly level: Level
}

/** Images an event names. Their bytes are fetched by its number. */
export type EntryPictures = { readonly seq: number; readonly images: readonly Image[] }

/** Something said: first live, then as the model's reply, then as a message that text can cite. */
export type SpokenBody = {
  readonly kind: 'said'
  readonly effect: EffectKey | null
  readonly stage: 'live' | 'replied' | 'message' | 'cut'
  readonly id: string | null
  readonly author: string
  /** Which of several people wrote it. */
  readonly person: string | null
  readonly messageKind: MessageKind
  readonly role: Role
  readonly voice: MessageVoice
  readonly rank: Rank
  /** The word beside the name. Empty if it needs none. */
  readonly word: string
  /** It ends with a position or a vote. */
  readonly hasPosition: boolean
  readonly text: string
  readonly to: string | null
  readonly round: number | null
  readonly incomplete: boolean
  readonly rehearsal: boolean
  readonly used: Used | null
  readonly model: string
  readonly pictures: EntryPictures | null
  /** What it claims to have done, and what the events say about that. */
  readonly marks: readonly ClaimMark[]
  /** The event with the full text, if this one was shortened in transit. */
  readonly cut: number | null
}

export type ToolState = 'wanted' | 'asked' | 'running' | 'done' | 'failed' | 'denied' | 'unknown'

/** One tool call: its input and its output. */
export type ToolUse = {
  readonly kind: 'tool'
  readonly call: string
  readonly tool: string
  readonly target: string
  readonly input: unknown
  readonly state: ToolState
  readonly output: string
  readonly truncated: boolean
  readonly pictures: EntryPictures | null
  readonly cut: number | null
  readonly ms: number | null
  readonly since: number
}

/** Work one agent delegates to another, and the report that comes back. */
export type Handover = {
  readonly kind: 'handover'
  /** `Ada hands work to Bert`. */
  readonly text: string
  readonly to: string
  readonly from: string
  readonly description: string
  readonly background: boolean
  readonly state: 'open' | 'done' | 'failed'
  readonly report: string
  /** What the report claims, and what the events say about that. */
  readonly marks: readonly ClaimMark[]
  /** What it used, part by part. */
  readonly facts: readonly string[]
}

export type Thought = { readonly kind: 'thought'; readonly text: string }

/** A sentence about something that happened. */
export type NoticeEntry = {
  readonly kind: 'notice'
  readonly tone: Tone
  readonly text: string
  readonly more: readonly string[]
}

/** The start of a debate round. */
export type Round = { readonly kind: 'round'; readonly round: number; readonly text: string }

/** Something only the user can answer. */
export type Inquired = {
  readonly kind: 'question'
  readonly text: string
  readonly question: string
  readonly options: readonly string[]
  /** What waits for approval. */
  readonly gate: string | null
}

export type OpeningEntry = {
  readonly kind: 'opening'
  readonly run: number
  readonly mode: string
  readonly team: string
  /** Which of several people started it. */
  readonly by: string | null
  readonly goal: string
  /** Who works on it: the agent, or the team with its mode and size. */
  readonly who: string
  /** `at most 12 calls`, before any of it is used. */
  readonly limits: readonly string[]
  /** A built-in program answers instead of a model. */
  readonly rehearses: boolean
}

export type EndingEntry = {
  readonly kind: 'ending'
  readonly state: FinalState
  readonly tone: Tone
  /** `Done`. */
  readonly word: string
  /** The reason, if it needs words. */
  readonly reason: string
  /** Word and reason. */
  readonly text: string
  readonly summary: string
  /** What the summary adds to what was shown. Empty if it repeats an answer, an error, or that you stopped it. */
  readonly unsaid: string
  readonly totals: Facts['run.finished']['totals']
}

export type ChangeEntry = {
  readonly kind: 'change'
  readonly artifact: string
  readonly title: string
  readonly added: number
  readonly removed: number
  readonly diff: string
}

/** The evaluation of an iteration. */
export type Scored = {
  readonly kind: 'scored'
  readonly tone: Tone
  readonly text: string
  readonly iteration: number
  readonly score: number
  readonly rationale: string
  readonly trend: Facts['evaluation']['trend']
}

/** What an entry says, without its place. */
export type EntryBody =
  | SpokenBody
  | ToolUse
  | Handover
  | Thought
  | NoticeEntry
  | Round
  | Inquired
  | OpeningEntry
  | EndingEntry
  | ChangeEntry
  | Scored

/** Something that happened, ready to be shown. */
export type Entry = EntryPlace & EntryBody
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>

/** A change to the entries: one is appended, replaces the one with its key, or is removed. */
export type EntryChange = { readonly put: Entry } | { readonly drop: string }
