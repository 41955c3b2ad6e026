import type { Event, Session } from '@convene/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Delta, foldDelta, foldEvent } from './fold.ts'
import { foldingNewest } from './fold-newest.ts'
import { emptyView, type View } from './view.ts'

export type ConnectionState = 'opening' | 'live' | 'lost' | 'gone'

/** Listener of a session's feed. The feed may repeat events; repeats are ignored. */
export type FeedListener = {
  events(batch: readonly Event[]): void
  /**
   * The current session and the end of its log, before a long log is read from the start. Resolves once it is shown.
   */
  newest(state: Session, events: readonly Event[]): Promise<void>
  delta(delta: Delta): void
  state(state: ConnectionState): void
  /** At this event, the session waits for a worker on a machine. */
  waits(waitsFor: Unseen): void
  /** At this event, its process was found to be gone. Zero: it is not. */
  interrupted(seq: number): void
}

export type Unseen = { readonly host: string; readonly seq: number }
export type Feed = (after: () => number, listener: FeedListener) => () => void

/**
 * A published frame. `revision` grows with each. Once the log has been read, `view` stays the same object, see `View`.
 */
export type Frame = {
  readonly view: View
  readonly revision: number
  readonly connection: ConnectionState
  /** The log has been read up to where it was when the page opened. */
  readonly caughtUp: boolean
  readonly waitsFor?: Unseen
  /** The event after which its process was gone. */
  readonly interruptedAt?: number
}

/** Whether the run's process is gone. If something has happened since, a process has taken it up. */
export const isInterrupted = ({ interruptedAt = 0, view }: Pick<Frame, 'interruptedAt' | 'view'>): boolean =>
  interruptedAt > 0 && interruptedAt === view.session.seq

export type SessionStore = StoreApi<Frame> & { readonly id: string; close(): void }

/** Folding for longer would delay a frame, so the rest waits for the next turn. */
const SLICE_MS = 8

/** Even if events never pause, publish about once a second. */
const MOST_PAUSES = 40

type Clockwork = {
  readonly now: () => number
  /** Runs once before the next paint. */
  readonly frame: (run: () => void) => void
  /** Runs soon, after yielding to the page. */
  readonly soon: (run: () => void) => void
  /** Runs after a pause long enough to tell that the log has ended. */
  readonly pause: (run: () => void) => void
}

/** A session's screen state. Events are folded in slices as they arrive and shown once per frame. */
export function createSessionStore(id: string, feed: Feed, clockwork: Clockwork = ofThePage): SessionStore {
  const view = emptyView(id)
  const store = createStore<Frame>(() => ({ view, revision: 0, connection: 'opening', caughtUp: false }))
  const waiting: Waiting[] = []
  const shown: Shown = { connection: 'opening', ahead: null, isClosed: false }
  const publish = () => publishFrame(store, { view, shown, isDrained: waiting.length === 0 })
  const live = once(clockwork.frame, publish)
  const settle = once(
    clockwork.pause,
    untilQuiet(view, publish, () => settle()),
  )
  const show = () => (store.getState().caughtUp ? live() : settle())
  const drain = () => {
    if (!shown.isClosed && foldSlice(view, waiting, clockwork.now)) later()
    show()
  }
  const later = once(clockwork.soon, drain)
  const stop = feed(() => view.session.seq, {
    events: (batch) => {
      waiting.push(batch)
      if (batch.length < 100 && waiting.length === 1) drain()
      else later()
    },
    newest: async (state, events) => {
      shown.ahead = await foldInSlices(foldingNewest(state, events), clockwork)
      publish()
    },
    delta: (delta) => {
      if (waiting.length > 0) waiting.push(delta)
      else foldDelta(view, delta)
      show()
    },
    state: (connection) => {
      shown.connection = connection
      show()
    },
    waits: (waitsFor) => {
      shown.waitsFor = waitsFor
      show()
    },
    interrupted: (seq) => {
      shown.interruptedAt = seq
      show()
    },
  })
  return Object.assign(store, { id, close: () => end(shown, stop) })
}

/** State outside the fold. `ahead` is the end of a long log, until all of it has been read. */
type Shown = {
  connection: ConnectionState
  ahead: View | null
  isClosed: boolean
  waitsFor?: Unseen
  interruptedAt?: number
}

type Folded = { readonly view: View; readonly shown: Shown; readonly isDrained: boolean }

function publishFrame(store: StoreApi<Frame>, { view, shown, isDrained }: Folded): void {
  if (shown.isClosed) return
  if (shown.ahead && view.session.seq >= shown.ahead.session.seq) shown.ahead = null
  const before = { ...store.getState(), view: shown.ahead ?? view }
  const { connection, waitsFor, interruptedAt = 0 } = shown
  const next = nextFrame(before, connection, isDrained && !shown.ahead)
  store.setState({ ...next, ...(waitsFor && { waitsFor }), interruptedAt })
}

function end(shown: Shown, stop: () => void): void {
  shown.isClosed = true
  stop()
}

/** A long log arrives in many pieces. Rendering between them would cost more than reading all of it. */
function untilQuiet(view: View, publish: () => void, again: () => void): () => void {
  let seen = 0
  let rounds = 0
  return () => {
    const isQuiet = view.session.seq === seen
    seen = view.session.seq
    rounds += 1
    if (isQuiet || rounds % MOST_PAUSES === 0) publish()
    else again()
  }
}

/** Coalesces repeated calls into one run. */
function once(schedule: (run: () => void) => void, run: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    schedule(() => {
      isScheduled = false
      run()
    })
  }
}

function nextFrame(before: Frame, connection: ConnectionState, isDrained: boolean): Frame {
  const { view } = before
  if (view.isReordered) view.order = view.order.slice()
  view.isReordered = false
  const caughtUp = before.caughtUp || (connection === 'live' && isDrained && view.session.seq > 0)
  return { view, revision: before.revision + 1, connection, caughtUp }
}

/** The queue of input not folded yet. Order matters: live text comes after the events before it. */
type Waiting = readonly Event[] | Delta

/** Folds one slice. True if something is left. Known events are skipped. */
function foldSlice(view: View, waiting: Waiting[], now: () => number): boolean {
  const until = now() + SLICE_MS
  for (let next = waiting[0]; next; next = waiting[0]) {
    const rest = foldUntil(view, next, () => now() > until)
    if (rest) {
      waiting[0] = rest
      return true
    }
    waiting.shift()
  }
  return false
}

/** Folds with pauses, and pauses once more at the end so that rendering the view is a separate task. */
async function foldInSlices(folding: Generator<void, View>, { now, soon }: Clockwork): Promise<View> {
  const pause = () => new Promise<void>((resolve) => soon(resolve))
  await pause()
  for (let until = now() + SLICE_MS; ; ) {
    const step = folding.next()
    if (!step.done && now() <= until) continue
    await pause()
    if (step.done) return step.value
    until = now() + SLICE_MS
  }
}

/** Returns what is left when the time is up. */
function foldUntil(view: View, next: Waiting, isEnough: () => boolean): Waiting | undefined {
  if ('effect' in next) {
    foldDelta(view, next)
    return undefined
  }
  for (const [index, event] of next.entries()) {
    if (event.seq === view.session.seq + 1) foldEvent(view, event)
    if ((index & 31) === 31 && index + 1 < next.length && isEnough()) return next.slice(index + 1)
  }
  return undefined
}

/**
 * A hidden page paints nothing, so its frames come from a timer to keep titles and notifications current. It folds
 * without yielding, because timers in hidden pages are delayed by seconds.
 */
const ofThePage: Clockwork = {
  now: () => performance.now(),
  frame: (run) => void (document.hidden ? setTimeout(run, 200) : requestAnimationFrame(run)),
  soon: (run) => (document.hidden ? queueMicrotask(run) : void setTimeout(run, 0)),
  pause: (run) => void setTimeout(run, 25),
}
