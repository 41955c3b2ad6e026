import type { Facts } from '@convene/domain'
import type { Tone } from './line.ts'

type Claims = NonNullable<Facts['message']['claims']>
type Claim = Claims[number]

/** What the events say about one claim of a message, in words. */
export type ClaimMark = {
  readonly word: string
  readonly tone: Tone
  /** What is claimed: `12 tests pass`. */
  readonly what: string
  /** The event behind it, or what is missing. */
  readonly why: string
  /** The sentence as its author wrote it. */
  readonly text: string
  /** The number and the time of the event, if one decided it. */
  readonly by: number | null
  readonly at: number | null
}

const words: Readonly<Record<Claim['mark'], readonly [word: string, tone: Tone]>> = {
  contradicted: ['contradicted', 'bad'],
  not_seen: ['not seen', 'warning'],
  stale: ['seen on older files', 'warning'],
  seen: ['seen', 'good'],
}
const order = Object.keys(words)

/** The marks of a message, those to look at first. A call that only its agent reports is said, not seen. */
export const claimMarks = (claims: Claims = []): readonly ClaimMark[] =>
  claims
    .toSorted((one, other) => order.indexOf(one.mark) - order.indexOf(other.mark))
    .map(({ mark, what, why, text, by = null, at = null, reported = false }) => {
      const [word, tone] = mark === 'seen' && reported ? (['said', 'plain'] as const) : words[mark]
      return { word, tone, what, why: reported ? `${why}, as it reports itself` : why, text, by, at }
    })

/** `not seen: tests pass (no tests were run)`, one line for each word. */
export function claimLines(marks: readonly ClaimMark[]): readonly string[] {
  const lines = new Map<string, string[]>()
  for (const { word, what, why } of marks) lines.set(word, [...(lines.get(word) ?? []), `${what} (${why})`])
  return [...lines].map(([word, said]) => `${word}: ${[...new Set(said)].join('; ')}`)
}

/** The heading above such lines where people read a message without its page. */
export const CLAIMS_TITLE = 'Checked against the log'
