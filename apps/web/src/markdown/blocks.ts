import { lexer, type Token } from 'marked'

/** A top-level piece of a text: what is written, and what it is. */
export type Block = { readonly raw: string; readonly token: Token }

/** The blocks of a text, with what is needed to continue when the text grows. */
export type Blocks = { readonly text: string; readonly list: readonly Block[] }

export const noBlocks: Blocks = { text: '', list: [] }

/**
 * Splits a text into blocks. Of a text that begins with the one before, only the last two blocks are read again: those may
 * still become something else (a heading by the line under it, a longer list); the others keep their identity.
 */
export function splitBlocks(text: string, before: Blocks = noBlocks): Blocks {
  if (text === before.text) return before
  const kept = text.startsWith(before.text) ? before.list.slice(0, -2) : []
  const length = kept.reduce((sum, { raw }) => sum + raw.length, 0)
  return { text, list: [...kept, ...read(text.slice(length))] }
}

/** Deeper than people quote: the lexer would go down with it. */
const abyss = /^[ \t]*(?:>[ \t]*){12}/mu

/** A text that the lexer would not come back from is shown as it is. */
function read(text: string): readonly Block[] {
  if (abyss.test(text)) return plain(text)
  try {
    return lexer(text, { gfm: true, breaks: true }).map((token) => ({ raw: token.raw, token }))
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
