import { EffectKey, type Event } from '@convene/domain'
import { type Playback, playbackOf } from '@convene/reading'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createSessionStore, type FeedListener, type SessionStore } from '../session/view/session-store.ts'

/** The playback position and the session at that time. Seeking back builds a new session, so `session` may change. */
export type PlayerMoment = {
  readonly session: SessionStore
  readonly time: number
  readonly isPlaying: boolean
  readonly speed: number
}

export type Player = StoreApi<PlayerMoment> & {
  readonly playback: Playback
  play(): void
  pause(): void
  seek(time: number): void
  /** Plays on from the recorded answer to what the session waits for. False if there is none. */
  skip(): boolean
  setSpeed(speed: number): void
  /** Advances by this many milliseconds of the viewer's time. */
  tick(elapsed: number): void
  /** The clock time at the current position. */
  clock(): number
  close(): void
}

export const speeds = [1, 2, 4]
/** The slider's step. */
export const STEP_MS = 100

/** Plays a log into the same kind of store that a live session uses. */
export function createPlayer(id: string, events: readonly Event[]): Player {
  const playback = playbackOf(events)
  let stage = openStage(id, events)
  const store = createStore<PlayerMoment>(() => ({ session: stage.session, time: 0, isPlaying: true, speed: 1 }))
  const show = (time: number) => stage.show(playback.countAt(time), playback.writingAt(time))
  const at = (time: number, more: Partial<PlayerMoment> = {}) => {
    show(time)
    store.setState({ time, ...more })
  }
  const seek = (wanted: number, more: Partial<PlayerMoment> = {}) => {
    // The slider's last step may fall short of the end.
    const time = wanted > playback.duration - STEP_MS ? playback.duration : Math.max(wanted, 0)
    if (time < store.getState().time) {
      stage.session.close()
      stage = openStage(id, events)
    }
    at(time, { session: stage.session, ...more })
  }
  at(0)
  return Object.assign(store, {
    playback,
    play: () =>
      store.getState().time >= playback.duration
        ? seek(0, { isPlaying: true })
        : at(store.getState().time, { isPlaying: true }),
    pause: () => store.setState({ isPlaying: false }),
    seek: (time: number) => seek(time),
    skip: () => {
      const answered = playback.answerAfter(store.getState().time)
      if (answered !== undefined) at(answered, { isPlaying: true })
      return answered !== undefined
    },
    setSpeed: (speed: number) => store.setState({ speed }),
    tick: (elapsed: number) => {
      const { time, speed, isPlaying } = store.getState()
      if (!isPlaying) return
      const next = Math.min(time + elapsed * speed, playback.duration)
      at(next, { isPlaying: next < playback.duration })
    },
    clock: () => playback.clockAt(store.getState().time),
    close: () => stage.session.close(),
  })
}

type PlayedSession = {
  readonly session: SessionStore
  show(count: number, writing: ReturnType<Playback['writingAt']>): void
}

function openStage(id: string, events: readonly Event[]): PlayedSession {
  let listener: FeedListener | undefined
  const session = createSessionStore(id, (_after, heard) => {
    listener = heard
    heard.state('live')
    return () => {}
  })
  let shown = 0
  const written = new Map<string, number>()
  return {
    session,
    show: (count, writing) => {
      if (count > shown) listener?.events(events.slice(shown, count))
      shown = Math.max(shown, count)
      for (const { effect, text } of writing) {
        const at = written.get(effect) ?? 0
        if (text.length <= at) continue
        listener?.delta({ effect: EffectKey.parse(effect), kind: 'text', text: text.slice(at), at })
        written.set(effect, text.length)
      }
    },
  }
}
