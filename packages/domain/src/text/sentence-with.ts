import { clean, cleanLine } from './clean.ts'

/** A sentence and the positions of the matching words, as `[from, to]`. */
export type FoundSentence = { readonly text: string; readonly marks: readonly (readonly [number, number])[] }

/** Only the beginning of a longer text is searched, and a longer sentence is cut around the first match. */
const LOOKED_AT = 200_000
const LONGEST = 160
const BEFORE = 50

/**
 * The sentence with the most words from the query, each as a prefix, ignoring case and accents. Null if there is none.
 * The sentence is one clean line: text from a model must not act where it is shown.
 */
export function sentenceWith(text: string, query: string): FoundSentence | null {
  const asked = [...new Set(wordsIn(query).map(({ word }) => word))]
  let best: { readonly line: string; readonly found: number } | undefined
  for (const sentence of clean(text.slice(0, LOOKED_AT)).split(/(?<=[.!?…])\s+|\n+/u)) {
    const words = wordsIn(sentence)
    const found = asked.filter((prefix) => words.some(({ word }) => word.startsWith(prefix))).length
    if (found > (best?.found ?? 0)) best = { line: plain(sentence), found }
    if (found === asked.length && found > 0) break
  }
  return best ? around(best.line, asked) : null
}

/** Without the marks of headings, lists, quotes, emphasis or code. */
const plain = (sentence: string): string =>
  cleanLine(sentence)
    .replace(/^(?:[#>*+-]+\s+|\d+[.)]\s+)+/u, '')
    .replaceAll(/[*_`]{1,3}/gu, '')

function around(line: string, asked: readonly string[]): FoundSentence | null {
  const all = marksIn(line, asked)
  const first = all[0]
  if (!first) return null
  const start = line.length <= LONGEST ? 0 : wordStart(line, first[0] - BEFORE)
  const end = Math.min(line.length, start + LONGEST)
  const lead = start > 0 ? '…' : ''
  const shift = lead.length - start
  return {
    text: `${lead}${line.slice(start, end)}${end < line.length ? '…' : ''}`,
    marks: all.filter(([, to]) => to <= end).map(([from, to]) => [from + shift, to + shift]),
  }
}

const marksIn = (line: string, asked: readonly string[]): readonly (readonly [number, number])[] =>
  wordsIn(line)
    .filter(({ word }) => asked.some((prefix) => word.startsWith(prefix)))
    .map(({ from, to }) => [from, to] as const)

/** The start of the first word from here on. */
function wordStart(line: string, at: number): number {
  if (at <= 0) return 0
  const blank = line.indexOf(' ', at)
  return blank === -1 || blank > at + BEFORE ? at : blank + 1
}

type Word = { readonly word: string; readonly from: number; readonly to: number }

/** A text's words as the index knows them, with their positions. */
const wordsIn = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{Co}\p{M}]+/gu)].map(({ 0: found, index }) => ({
    word: found.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    from: index,
    to: index + found.length,
  }))
