import {
  type EffectKey,
  emptySession,
  type Facts,
  type FinalState,
  type Image,
  type Session,
  SessionId,
  type StepState,
  type PlanStep as WrittenStep,
} from '@convene/domain'

export type Level = 'brief' | 'detailed' | 'full'
export type NoticeTone = 'plain' | 'good' | 'asked' | 'warning' | 'bad'

/** What one answer took. */
export type Used = {
  readonly ms: number
  readonly tokens: number
  readonly costUsd: number
  readonly unpriced: number
}

/** Pictures that an event names; their bytes are asked for by its number. */
export type Pictures = { readonly seq: number; readonly images: readonly Image[] }

type Place = {
  readonly key: string
  readonly seq: number
  readonly at: number
  /** Where it stands in the lanes: see `bands.ts`. */
  readonly band: string
  /** The slug of who did it; empty for the session itself and the person. */
  readonly agent: string
  readonly task: string
  /** From which verbosity on the timeline shows it. */
  readonly level: Level
}

/** What an agent says: first live, then as its model replied, then as a message that text can cite. */
export type Said = {
  readonly kind: 'said'
  readonly effect: EffectKey | null
  readonly stage: 'live' | 'replied' | 'message' | 'cut'
  readonly id: string | null
  readonly messageKind: string
  readonly role: string
  readonly text: string
  readonly to: string | null
  readonly round: number | null
  readonly incomplete: boolean
  readonly rehearsal: boolean
  readonly used: Used | null
  readonly model: string
  readonly pictures: Pictures | null
  /** The event that has the whole text, where this one was shortened. */
  readonly cut: number | null
}

export type ToolState = 'wanted' | 'asked' | 'running' | 'done' | 'failed' | 'unknown'

/** One tool call: a line that opens to what went in and what came out. */
export type ToolUse = {
  readonly kind: 'tool'
  readonly call: string
  readonly tool: string
  readonly target: string
  readonly input: unknown
  readonly state: ToolState
  readonly output: string
  readonly truncated: boolean
  readonly pictures: Pictures | null
  readonly cut: number | null
  readonly ms: number | null
  readonly since: number
}

export type Handover = {
  readonly kind: 'handover'
  readonly to: string
  readonly from: string
  readonly description: string
  readonly state: 'open' | 'done' | 'failed'
  readonly report: string
}

export type Thought = { readonly kind: 'thought'; readonly text: string }
export type Notice = {
  readonly kind: 'notice'
  readonly tone: NoticeTone
  readonly text: string
  readonly detail: string
}
export type Opening = {
  readonly kind: 'opening'
  readonly run: number
  readonly mode: string
  readonly team: string
  readonly goal: string
}
export type Ending = {
  readonly kind: 'ending'
  readonly state: FinalState
  readonly reason: string
  readonly summary: string
  readonly totals: Facts['run.finished']['totals']
}
export type Moved = { readonly kind: 'moved'; readonly from: string; readonly to: string; readonly reason: string }
export type Change = {
  readonly kind: 'change'
  readonly artifact: string
  readonly title: string
  readonly added: number
  readonly removed: number
}
export type Scored = {
  readonly kind: 'scored'
  readonly iteration: number
  readonly score: number
  readonly rationale: string
  readonly trend: string
}

export type Entry = Place & (Said | ToolUse | Handover | Thought | Notice | Opening | Ending | Moved | Change | Scored)
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>
/** What an entry says, without where it stands. */
export type Body = Said | ToolUse | Handover | Thought | Notice | Opening | Ending | Moved | Change | Scored

/** A task as the graph shows it. */
export type Work = {
  readonly id: string
  readonly parent: string
  readonly agent: string
  readonly from: string
  readonly heading: string
  readonly description: string
  readonly state: 'open' | 'done' | 'failed'
  readonly since: number
  readonly until: number | null
  readonly tokens: number
  readonly toolCalls: number
}

export type AgentState = {
  /** Its last task came to nothing. */
  readonly hasFailed: boolean
  readonly messages: number
  readonly lastMessage: string | null
}

export type Position = Facts['position'] & { readonly agent: string }

export type PlanStep = WrittenStep & { readonly state: StepState; readonly reason: string; readonly attempt: number }

export type Plan = { readonly version: number; readonly committed: boolean; readonly steps: readonly PlanStep[] }

export type Vote = { readonly voter: string; readonly option: string | null; readonly reason: string }

export type Decision = Facts['decision.proposed'] & {
  readonly votes: readonly Vote[]
  readonly outcome: Facts['decision.committed'] | null
}

export type FileChange = Facts['artifact'] & {
  readonly seq: number
  readonly agent: string
  readonly reverted: boolean
  /** The event that has the whole text, where this one was shortened. */
  readonly cut: number | null
}
export type PhaseVisit = { readonly phase: string; readonly at: number }
export type RunSummary = { readonly number: number; readonly mode: string; readonly goal: string; readonly at: number }
export type Snapshot = { readonly seq: number; readonly label: string }

/**
 * What a session's screen shows. The session is the domain's own fold; the rest is what people look at. `entries`,
 * `work` and `live` are changed in place and published once a frame: read them through the store's hooks.
 */
export type View = {
  session: Session
  order: string[]
  /** `order`, or what decides which of it is shown, has changed since the last frame. */
  isReordered: boolean
  readonly entries: Map<string, Entry>
  readonly work: Map<string, Work>
  readonly live: Map<EffectKey, { readonly text: string; readonly reasoning: string }>
  agents: { readonly [slug: string]: AgentState }
  positions: readonly Position[]
  plan: Plan | null
  decisions: readonly Decision[]
  files: readonly FileChange[]
  phases: readonly PhaseVisit[]
  runs: readonly RunSummary[]
  snapshots: readonly Snapshot[]
  scores: readonly Scored[]
  progress: Facts['progress'] | null
  iteration: number
  /** What each open task has used since its last message. */
  readonly used: Map<string, Used>
}

export const emptyView = (id: string): View => ({
  session: emptySession(SessionId.parse(id)),
  order: [],
  isReordered: false,
  entries: new Map(),
  work: new Map(),
  live: new Map(),
  agents: {},
  positions: [],
  plan: null,
  decisions: [],
  files: [],
  phases: [],
  runs: [],
  snapshots: [],
  scores: [],
  progress: null,
  iteration: 1,
  used: new Map(),
})
