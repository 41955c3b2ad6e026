import type { Token } from 'marked'
import { neutral } from '../text/neutral.ts'
import { lex } from './lex.ts'

/** A top-level piece of a text: what is written, and what it is. */
export type Block = { readonly raw: string; readonly token: Token }

/** The blocks of a text, with what is needed to continue when the text grows: as it came, and as it may be shown. */
export type Blocks = { readonly raw: string; readonly text: string; readonly list: readonly Block[] }

export const noBlocks: Blocks = { raw: '', text: '', list: [] }

/**
 * Splits a text into blocks. Of a text that begins with the one before, only the last two blocks are read again: those may
 * still become something else (a heading by the line under it, a longer list); the others keep their identity.
 */
export function splitBlocks(raw: string, before: Blocks = noBlocks): Blocks {
  if (raw === before.raw) return before
  const text = shownOf(raw, before)
  const kept = isGrown(text, before.text) ? before.list.slice(0, -2) : []
  const length = kept.reduce((sum, block) => sum + block.raw.length, 0)
  return { raw, text, list: [...kept, ...read(ownCopy(text.slice(length)))] }
}

/** What is known of a text, and at most so many characters more. */
export const portionOf = (text: string, before: Blocks, most: number): string =>
  text.slice(0, (isGrown(text, before.raw) ? before.raw.length : 0) + most)

/** Of a text that was harmless so far, only what is new has to be looked at. */
function shownOf(raw: string, before: Blocks): string {
  const isHarmless = before.text === before.raw && isGrown(raw, before.raw)
  const added = isHarmless ? raw.slice(before.raw.length) : raw
  return neutral(added) === added ? raw : neutral(raw)
}

/** As `startsWith`, which compares letter by letter: of a long text, at each word, that is most of the work. */
const isGrown = (text: string, before: string): boolean => text.slice(0, before.length) === before

/** A part of a string keeps all of it in memory: without a copy, each block would hold the text as it was when it was read. */
const ownCopy = (text: string): string => ` ${text}`.slice(1)

/** Deeper than people quote: the lexer would go down with it. */
const abyss = /^[ \t]*(?:>[ \t]*){12}/mu

/** A text that the lexer would not come back from is shown as it is. */
function read(text: string): readonly Block[] {
  if (abyss.test(text)) return plain(text)
  try {
    return lex(text).map((token) => ({ raw: token.raw, token }))
  } catch {
    return plain(text)
  }
}

/**
 * How deep each heading stands under those above it, from 0; no step down skips one, whatever marks the text has. Undefined
 * where the block is no heading.
 */
export function headingRanks(list: readonly Block[]): readonly (number | undefined)[] {
  const open: number[] = []
  return list.map(({ token }) => {
    if (token.type !== 'heading') return undefined
    while ((open.at(-1) ?? 0) >= token.depth) open.pop()
    return open.push(token.depth) - 1
  })
}

const plain = (text: string): readonly Block[] => [{ raw: text, token: { type: 'text', raw: text, text } }]
