import { isCaller } from '@convene/domain'
import { quoteFor } from '@convene/reading'
import type { View } from '../../session/view/view.ts'
import type { Outcome, SaidEntry } from '../outcome/outcome.ts'

/** What a citation refers to. */
export type Evidence = {
  readonly id: string
  readonly agent: string
  /** When it was said: `Blind round`, `Round 2`, `Ballot`. Empty if it goes without saying. */
  readonly when: string
  readonly quote: string
  /** How sure its author was then, and in the vote, in percent. */
  readonly before: number | null
  readonly after: number | null
}

/** Finds what a citation refers to. Null if the message is not in the session. */
export function evidenceOf(view: View, outcome: Outcome, id: string, claim: string): Evidence | null {
  const entry = saidBy(view, id)
  if (!entry) return null
  const own = outcome.positions.filter(({ agent }) => agent === entry.agent)
  const ballot = outcome.ballots.find(({ voter }) => voter === entry.agent)
  const stated = own.findLast(({ message, round }) => message === id || (message === null && round === entry.round))
  return {
    id,
    agent: isCaller(entry.author) ? entry.author : entry.role === 'user' ? 'user' : entry.agent,
    when: whenOf(entry),
    quote: quoteFor(entry.text, claim),
    before: stated?.confidence ?? null,
    after: ballot?.confidence ?? own.at(-1)?.confidence ?? null,
  }
}

function saidBy({ entries }: View, id: string): SaidEntry | undefined {
  for (const entry of entries.values()) if (entry.kind === 'said' && entry.id === id) return entry
  return undefined
}

function whenOf({ round, word }: SaidEntry): string {
  if (round === 1) return 'Blind round'
  if (round !== null) return `Round ${round}`
  return word && `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}

/** `72 % sure then, 74 % in the vote`, `72 % sure`, or nothing. */
export function sureText({ before, after }: Pick<Evidence, 'before' | 'after'>): string {
  if (before === null) return after === null ? '' : `${Math.round(after)} % sure in the vote`
  if (after === null || Math.round(after) === Math.round(before)) return `${Math.round(before)} % sure`
  return `${Math.round(before)} % sure then, ${Math.round(after)} % in the vote`
}

const CITED = /\[(m\d{1,9}(?:[,;]\s*m\d{1,9})*)\]/gu

/** Every message a text cites, in order, each with the first line that cites it. */
export function citedIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n'))
    for (const [, ids = ''] of line.matchAll(CITED))
      for (const id of ids.split(/[,;]\s*/u)) if (!found.has(id)) found.set(id, line)
  return found
}
