import type { Ask } from './ask.ts'
import { ownWords, type Stance, stances } from './stances.ts'
import { keyTerms, stemsOf, type Term } from './words.ts'

/** A stance as taken by one agent. */
export type Reader = { readonly stance: Stance; readonly watches: readonly Term[]; readonly seed: number }

const MAX_OWN_WORDS = 12

/** Decided by the agent's name, then its slug, then the start of its prompt. */
export function readerOf(ask: Ask): Reader {
  const opening = /^You are (?:an? |the )?([^.\n]{1,200})/.exec(ask.prompt)?.[1] ?? ''
  const stance = [ask.name, ask.slug, opening].map(stanceNamed).find((found) => found !== undefined) ?? ownWords
  const own = keyTerms(ask.prompt.slice(0, 1_500), MAX_OWN_WORDS).filter((term) => !isGeneric(term))
  const words = stemsFrom(stance.watches)
  return { stance, watches: stance === ownWords ? own : words, seed: seedOf(`${ask.slug} ${ask.name} ${ask.text}`) }
}

const stanceNamed = (text: string): Stance | undefined => stances.find((stance) => stance.named.test(text))

const stemsFrom = (words: string): readonly Term[] =>
  words.split(' ').map((shown) => ({ shown, stems: stemsOf(shown) }))

const GENERIC =
  /^(you|agent|agents|team|answer|question|respond|reply|task|user|help|assistant|expert|member|work|tool|tools)$/i
const isGeneric = (term: Term): boolean => GENERIC.test(term.shown)

/** A number that depends only on the text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

export const pick = <T>(choices: readonly T[], seed: number): T => choices[seed % choices.length] as T
