import type { Event, Session } from '@convene/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Delta, foldDelta, foldEvent } from './fold.ts'
import { foldNewest } from './fold-newest.ts'
import { emptyView, type View } from './view.ts'

export type ConnectionState = 'opening' | 'live' | 'lost' | 'gone'

/** What a session's feed tells. It begins again after the number it is asked for, and may repeat: repeats are ignored. */
export type FeedListener = {
  events(batch: readonly Event[]): void
  /** The session as it stands and the end of its log, before a long log is read from its beginning. */
  newest(state: Session, events: readonly Event[]): void
  delta(delta: Delta): void
  state(state: ConnectionState): void
}
export type Feed = (after: () => number, listener: FeedListener) => () => void

/** One published frame. `revision` grows with each; `view` stays the same object once the log has been read, see `View`. */
export type Frame = {
  readonly view: View
  readonly revision: number
  readonly connection: ConnectionState
  /** The log has been read up to what was there when the page was opened. */
  readonly caughtUp: boolean
}

export type SessionStore = StoreApi<Frame> & { readonly id: string; close(): void }

/** Longer folding would make a frame late: the rest waits for the next turn. */
const SLICE_MS = 8

/** A run that never rests is shown all the same, about once a second. */
const MOST_PAUSES = 40

type Clockwork = {
  readonly now: () => number
  /** Runs once before the next paint. */
  readonly frame: (run: () => void) => void
  /** Runs soon, after the page had a chance to breathe. */
  readonly soon: (run: () => void) => void
  /** Runs after a moment in which a log that is being read would have gone on. */
  readonly pause: (run: () => void) => void
}

/** A session's screen state: events are folded as they come, in slices, and shown once a frame. */
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
    newest: (state, events) => {
      shown.ahead = foldNewest(state, events)
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
  })
  return Object.assign(store, { id, close: () => end(shown, stop) })
}

/** What the page shows besides the fold: `ahead` is the end of a long log, until all of it has been read. */
type Shown = { connection: ConnectionState; ahead: View | null; isClosed: boolean }

type Folded = { readonly view: View; readonly shown: Shown; readonly isDrained: boolean }

function publishFrame(store: StoreApi<Frame>, { view, shown, isDrained }: Folded): void {
  if (shown.isClosed) return
  if (shown.ahead && view.session.seq >= shown.ahead.session.seq) shown.ahead = null
  const before = { ...store.getState(), view: shown.ahead ?? view }
  store.setState(nextFrame(before, shown.connection, isDrained && !shown.ahead))
}

function end(shown: Shown, stop: () => void): void {
  shown.isClosed = true
  stop()
}

/** A long log comes in many pieces: what is shown between them would cost more than all of it. */
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

/** However often it is called, it runs once when its turn comes. */
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

/** What has come and is not folded yet, in order: live text belongs behind the events that came before it. */
type Waiting = readonly Event[] | Delta

/** Folds for a moment; true if something is left. Events that are known already are passed over. */
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

/** Gives what is left when it is enough. */
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
 * A hidden page paints nothing: its frames come from a timer, so that titles and notifications stay true, and its folding
 * need not wait for anybody; its timers would make it wait for seconds.
 */
const ofThePage: Clockwork = {
  now: () => performance.now(),
  frame: (run) => void (document.hidden ? setTimeout(run, 200) : requestAnimationFrame(run)),
  soon: (run) => (document.hidden ? queueMicrotask(run) : void setTimeout(run, 0)),
  pause: (run) => void setTimeout(run, 25),
}
