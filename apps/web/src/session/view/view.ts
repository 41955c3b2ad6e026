import {
  type EffectKey,
  type EventOf,
  emptySession,
  type Facts,
  type FactType,
  type Run,
  type Session,
  SessionId,
  type TaskKind,
} from '@convene/domain'
import { emptyStory, type SessionDecision, type Story, type Entry as StoryEntry } from '@convene/reading'

/** A story entry with its band in the transcript, see `bands.ts`. */
export type Entry = StoryEntry & { readonly band: string }
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>

/** A task in the graph. */
export type Work = {
  readonly id: string
  readonly parent: string
  readonly agent: string
  readonly from: string
  readonly kind: TaskKind
  readonly description: string
  readonly state: 'open' | 'done' | 'failed'
  readonly since: number
  readonly until: number | null
  readonly tokens: number
  readonly toolCalls: number
}

export type AgentState = {
  /** Its last task failed. */
  readonly hasFailed: boolean
  readonly messages: number
}

export type FileChange = Facts['artifact'] & {
  readonly seq: number
  readonly agent: string
  readonly reverted: boolean
  /** The event with the whole text, if this one was shortened. */
  readonly cut: number | null
}
export type PhaseVisit = { readonly phase: string; readonly at: number }

/**
 * The state behind a session's screen. `session` is the domain's fold. `entries`, `work` and `live` are changed in
 * place and published once per frame, so read them through the store's hooks.
 */
export type View = {
  session: Session
  /** The story state for the next event. */
  story: Story
  order: string[]
  /** `order` or its visibility has changed since the last frame. */
  isReordered: boolean
  readonly entries: Map<string, Entry>
  readonly work: Map<string, Work>
  readonly live: Map<EffectKey, { readonly text: string; readonly reasoning: string }>
  agents: { readonly [slug: string]: AgentState }
  decisions: readonly SessionDecision[]
  files: readonly FileChange[]
  phases: readonly PhaseVisit[]
  iteration: number
  /** The last event before the append that is being folded. */
  append: { readonly batch: number; readonly after: number }
  /** The last event before the user stopped the run: a fork from there continues it. */
  stoppedAfter: number | null
  /** What happened last, for screen readers. */
  news: string
  /** Runs before the newest one. */
  past: readonly Run[]
}

export const emptyView = (id: string): View => ({
  session: emptySession(SessionId.parse(id)),
  story: emptyStory,
  order: [],
  isReordered: false,
  entries: new Map(),
  work: new Map(),
  live: new Map(),
  agents: {},
  decisions: [],
  files: [],
  phases: [],
  iteration: 1,
  append: { batch: 0, after: 0 },
  stoppedAfter: null,
  news: '',
  past: [],
})

/** How each event type changes the view, apart from story entries. */
export type Folds = { readonly [T in FactType]?: (view: View, event: EventOf<T>) => void }
