import type { Event } from '@convene/domain'

/** Text being written at a point in a recording: as much of an answer as would be there. */
export type Writing = { readonly effect: string; readonly text: string }

/** A recorded session on a timeline. Times are in milliseconds from its beginning. */
export type Playback = {
  readonly duration: number
  /** When a message was said, or undefined if it does not exist. */
  timeOf(message: string): number | undefined
  /** When the next recorded answer of the user comes, or undefined if there is none after this. */
  answerAfter(time: number): number | undefined
  /** How many events have happened by then. */
  countAt(time: number): number
  /** The clock time at this point. */
  clockAt(time: number): number
  /** The answers being written at this point. */
  writingAt(time: number): readonly Writing[]
  /** Points worth jumping to. */
  readonly marks: readonly { readonly time: number; readonly kind: 'message' | 'asked' | 'decided' }[]
}

/** The longest pause in a recording while someone writes, and while nobody does. */
const LONGEST_WRITING = 16_000
const LONGEST_PAUSE = 6_000
/** The longest playing time of a whole recording. A longer one is sped up. */
const LONGEST = 100_000
/** Nobody could follow a debate in which each round begins as the one before it ends. */
const LONGEST_READING = 8_000
const READ_A_MS = 0.15
/** An answer begins after this share of its time: models think first. */
const THINKING = 0.2

/** Plays back a log. The text of an answer appears between its request and its end. */
export function playbackOf(events: readonly Event[]): Playback {
  const times = timesOf(events)
  const answers = answersOf(events, times)
  return {
    duration: times.at(-1) ?? 0,
    timeOf: (message) => times[events.findIndex(({ type, id }) => type === 'message' && id === message)],
    answerAfter: (time) => {
      const next = events.findIndex((event, index) => (times[index] ?? 0) > time && isAnswer(event))
      return times[next]
    },
    countAt: (time) => countUpTo(times, time),
    clockAt: (time) => {
      const last = Math.max(0, countUpTo(times, time) - 1)
      const now = events[last]?.at ?? 0
      const next = events[last + 1]?.at ?? Number.POSITIVE_INFINITY
      const [since, played] = [time - (times[last] ?? 0), (times[last + 1] ?? time) - (times[last] ?? 0)]
      // A clock that kept its pace through a shortened wait would jump at its end. While the viewer reads, it stops.
      const pace = Math.max(1, Number.isFinite(next) && played > 0 ? (next - now) / played : 1)
      return Math.max(now, Math.min(next, Math.round(now + since * pace)))
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

const isAnswer = ({ type }: Event): boolean => type === 'question.answered' || type === 'permission.answered'

function timesOf(events: readonly Event[]): readonly number[] {
  const times = pacedTimes(events)
  const share = Math.min(1, LONGEST / (times.at(-1) ?? 0))
  return share < 1 ? times.map((time) => Math.round(time * share)) : times
}

function pacedTimes(events: readonly Event[]): readonly number[] {
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

/** A single text was read while it was written. Viewers have not seen much of parallel ones or a blind round. */
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

/** How many of these ascending times are at or before this one. */
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
