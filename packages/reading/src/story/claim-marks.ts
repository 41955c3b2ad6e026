import type { Facts } from '@convene/domain'
import type { Tone } from './line.ts'

type Claim = NonNullable<Facts['message']['claims']>[number]
type Claims = readonly Claim[]

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
  said: ['said', 'plain'],
  seen: ['seen', 'good'],
}
const order = Object.keys(words)

/** The words of marks that somebody has to look at. */
export const doubtWords: readonly string[] = Object.values(words).flatMap(([word, tone]) =>
  tone === 'bad' || tone === 'warning' ? [word] : [],
)

/** The marks of a message, those to look at first. */
export const claimMarks = (claims: Claims = []): readonly ClaimMark[] =>
  claims
    .toSorted((one, other) => order.indexOf(one.mark) - order.indexOf(other.mark))
    .map(({ mark, what, why, text, by = null, at = null }) => {
      const [word, tone] = words[mark]
      return { word, tone, what, why, text, by, at }
    })

/** `not seen: tests pass (no tests were run)`, one line for each word. */
export const claimLines = (marks: readonly ClaimMark[]): readonly string[] => claimRows(marks).map(({ line }) => line)

/** What claims with the same mark have in common, in a line. */
export type ClaimRow = { readonly tone: Tone; readonly line: string }

/** The same with the tone of each line. */
export function claimRows(marks: readonly ClaimMark[]): readonly ClaimRow[] {
  const rows = new Map<string, { readonly tone: Tone; readonly said: string[] }>()
  for (const { word, tone, what, why } of marks) {
    const row = rows.get(word) ?? { tone, said: [] }
    row.said.push(`${what} (${why})`)
    rows.set(word, row)
  }
  return [...rows].map(([word, { tone, said }]) => ({ tone, line: `${word}: ${[...new Set(said)].join('; ')}` }))
}

/** The heading above such lines where people read a message without its page. */
export const CLAIMS_TITLE = 'Checked against the log'

/** What nobody saw of the claims that a quoted text makes, for places that quote only a part of a message. */
export const unseenClaimsIn = (quoted: string, claims: Claims = []): readonly ClaimRow[] =>
  claimRows(claimMarks(claims.filter(({ mark, text }) => mark !== 'seen' && quoted.includes(text))))
