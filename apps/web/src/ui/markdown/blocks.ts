import type { Token } from 'marked'
import { neutral } from '../text/neutral.ts'
import { lex } from './lex.ts'

/** A top-level block: its source text and its type. */
export type MarkdownBlock = { readonly raw: string; readonly token: Token }

/** The blocks of a text, with the raw and the neutralized text needed to continue when it grows. */
export type Blocks = { readonly raw: string; readonly text: string; readonly list: readonly MarkdownBlock[] }

export const noBlocks: Blocks = { raw: '', text: '', list: [] }

/**
 * Splits a text into blocks. If the text starts with the previous one, only the last two blocks are parsed again: they
 * may still become something else, such as a heading or a longer list. The others keep their identity.
 */
export function splitBlocks(raw: string, before: Blocks = noBlocks): Blocks {
  if (raw === before.raw) return before
  const text = shownOf(raw, before)
  const kept = isGrown(text, before.text) ? before.list.slice(0, -2) : []
  const length = kept.reduce((sum, block) => sum + block.raw.length, 0)
  return { raw, text, list: [...kept, ...read(ownCopy(text.slice(length)))] }
}

/** The known part of a text and at most `more` characters after it. */
export const portionOf = (text: string, before: Blocks, most: number): string =>
  text.slice(0, (isGrown(text, before.raw) ? before.raw.length : 0) + most)

/** Neutralizes only the new part if the known part needed no change. */
function shownOf(raw: string, before: Blocks): string {
  const isHarmless = before.text === before.raw && isGrown(raw, before.raw)
  const added = isHarmless ? raw.slice(before.raw.length) : raw
  return neutral(added) === added ? raw : neutral(raw)
}

/** A faster `startsWith`: comparing a long text character by character at each word would be most of the work. */
const isGrown = (text: string, before: string): boolean => text.slice(0, before.length) === before

/**
 * Copies a substring. A slice keeps its whole parent in memory, so each block would hold an earlier version of the
 * text.
 */
const ownCopy = (text: string): string => ` ${text}`.slice(1)

/** Nobody nests quotes this deep, and they would overflow the lexer's stack. */
const abyss = /^[ \t]*(?:>[ \t]*){12}/mu

/** A text the lexer cannot handle is shown as plain text. */
function read(text: string): readonly MarkdownBlock[] {
  if (abyss.test(text)) return plain(text)
  try {
    return lex(text).map((token) => ({ raw: token.raw, token }))
  } catch {
    return plain(text)
  }
}

/**
 * Each heading's depth under the headings above it, from 0, without skipped levels. Undefined for other blocks.
 */
export function headingRanks(list: readonly MarkdownBlock[]): readonly (number | undefined)[] {
  const open: number[] = []
  return list.map(({ token }) => {
    if (token.type !== 'heading') return undefined
    while ((open.at(-1) ?? 0) >= token.depth) open.pop()
    return open.push(token.depth) - 1
  })
}

const plain = (text: string): readonly MarkdownBlock[] => [{ raw: text, token: { type: 'text', raw: text, text } }]
