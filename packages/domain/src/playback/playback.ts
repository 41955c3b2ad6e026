import type { Event } from '../event/event.ts'

/** Text that is being written at a moment of a recording: as much of an answer as would be there. */
export type Writing = { readonly effect: string; readonly text: string }

/** A recorded session as something that takes time. Times are in milliseconds from its beginning. */
export type Playback = {
  readonly duration: number
  /** When a message was said, or undefined if there is none of that name. */
  timeOf(message: string): number | undefined
  /** How many events have happened by then. */
  countAt(time: number): number
  /** What the clock showed then. */
  clockAt(time: number): number
  /** The answers that are being written then. */
  writingAt(time: number): readonly Writing[]
  /** When something worth jumping to happens. */
  readonly marks: readonly { readonly time: number; readonly kind: 'message' | 'asked' | 'decided' }[]
}

/** A pause in a recording is no longer than this while somebody writes, and than this while nobody does. */
const LONGEST_WRITING = 16_000
const LONGEST_PAUSE = 6_000
/** Nobody could follow a debate in which each round begins as the one before it ends. */
const LONGEST_READING = 8_000
const READ_A_MS = 0.15
/** An answer begins after this share of its time: models think first. */
const THINKING = 0.2

/** Plays a log again. The text of an answer appears between its request and its end. */
export function playbackOf(events: readonly Event[]): Playback {
  const times = timesOf(events)
  const answers = answersOf(events, times)
  return {
    duration: times.at(-1) ?? 0,
    timeOf: (message) => times[events.findIndex(({ type, id }) => type === 'message' && id === message)],
    countAt: (time) => countUpTo(times, time),
    clockAt: (time) => {
      const last = Math.max(0, countUpTo(times, time) - 1)
      // While the viewer reads, the clock of the recording stands still.
      const next = events[last + 1]?.at ?? Number.POSITIVE_INFINITY
      const now = events[last]?.at ?? 0
      return Math.max(now, Math.min(next, now + time - (times[last] ?? 0)))
    },
    writingAt: (time) =>
      answers.flatMap(({ effect, text, from, until }) => {
        if (time < from || time >= until) return []
        const share = (time - from) / (until - from)
        return [{ effect, text: text.slice(0, Math.floor(text.length * share)) }]
      }),
    marks: events.flatMap((event, index) => {
      const kind = markOf(event)
      return kind === undefined ? [] : [{ time: times[index] ?? 0, kind }]
    }),
  }
}

function timesOf(events: readonly Event[]): readonly number[] {
  let time = 0
  const unread: string[] = []
  const open = new Set<string>()
  return events.map((event, index) => {
    const most = open.size > 0 ? LONGEST_WRITING : LONGEST_PAUSE
    const pause = Math.min(most, Math.max(0, event.at - (events[index - 1]?.at ?? event.at)))
    const isNext = event.type === 'effect.started' && open.size === 0
    time += isNext ? Math.max(pause, readingMs(unread.splice(0))) : pause
    if (event.type === 'model.replied') unread.push(event.data.text)
    if (event.type === 'effect.started') open.add(event.data.effect)
    else if ('effect' in event.data && event.data.effect !== undefined) open.delete(event.data.effect)
    return time
  })
}

/** One text was read while it was written. Of several at once, or of a blind round, nobody has seen much. */
const readingMs = (texts: readonly string[]): number =>
  texts.filter((text) => text !== '').length > 1
    ? Math.min(LONGEST_READING, Math.round(texts.join('').length / READ_A_MS))
    : 0

type Answer = Writing & { readonly from: number; readonly until: number }

function answersOf(events: readonly Event[], times: readonly number[]): readonly Answer[] {
  const started = new Map<string, number>()
  const answers: Answer[] = []
  for (const [index, event] of events.entries()) {
    const time = times[index] ?? 0
    if (event.type === 'effect.started') started.set(event.data.effect, time)
    if (event.type !== 'model.replied' || event.data.text === '') continue
    const { effect, text } = event.data
    const begun = started.get(effect) ?? time
    answers.push({ effect, text, from: begun + (time - begun) * THINKING, until: time })
  }
  return answers
}

/** How many of these ascending times are not later than this one. */
function countUpTo(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}

function markOf({ type }: Event): Playback['marks'][number]['kind'] | undefined {
  if (type === 'message') return 'message'
  if (type === 'question.asked' || type === 'permission.asked') return 'asked'
  return type === 'decision.committed' ? 'decided' : undefined
}
