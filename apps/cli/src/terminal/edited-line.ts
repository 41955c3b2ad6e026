import { clean } from '@convene/domain'
import { graphemes } from './width.ts'

/** An input line. `cursor` is the index of the character after it. */
export type EditedLine = { readonly characters: readonly string[]; readonly cursor: number }

/** A line with the cursor at its end. */
export function editedLine(text = ''): EditedLine {
  const characters = graphemes(text)
  return { characters, cursor: characters.length }
}

export const lineText = ({ characters }: EditedLine): string => characters.join('')

const ESC = '\u001b'
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are sent as control sequences
const keyPattern = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[A-Z])?|[^\u001b]+/gsu

/** Splits terminal input into keys. An escape sequence is one key. */
export const keysIn = (sent: string): readonly string[] =>
  Array.from(sent.matchAll(keyPattern), ([key]) => key).flatMap((key) => (key.startsWith(ESC) ? [key] : graphemes(key)))

export const isEnter = (key: string): boolean => /^[\r\n]+$/u.test(key)
export const isEscape = (key: string): boolean => key === ESC

/** The line after a key. Unknown keys change nothing, and control characters never enter the text. */
export function editLine(line: EditedLine, key: string): EditedLine {
  const { characters, cursor } = line
  const moved = movements[key]?.(line)
  if (moved !== undefined) return { characters, cursor: Math.max(0, Math.min(characters.length, moved)) }
  if (key === '\u007f' || key === '\b')
    return cursor === 0 ? line : { characters: characters.toSpliced(cursor - 1, 1), cursor: cursor - 1 }
  if (key === `${ESC}[3~`) return { characters: characters.toSpliced(cursor, 1), cursor }
  if (key === '\u0015') return { characters: characters.slice(cursor), cursor: 0 }
  if (key === '\u000b') return { characters: characters.slice(0, cursor), cursor }
  if (key === '\u0017') {
    const from = wordStart(line)
    return { characters: characters.toSpliced(from, cursor - from), cursor: from }
  }
  return key.startsWith(ESC) ? line : insert(line, key.replace(/[\r\n\t]/gu, ' '))
}

/** Inserts a text at the cursor in one step: a long paste, key by key, would take quadratic time. */
export function insert({ characters, cursor }: EditedLine, text: string): EditedLine {
  const added = graphemes(clean(text).replaceAll('\t', '  '))
  return {
    characters: [...characters.slice(0, cursor), ...added, ...characters.slice(cursor)],
    cursor: cursor + added.length,
  }
}

function wordStart({ characters, cursor }: EditedLine): number {
  let at = cursor
  while (at > 0 && characters[at - 1]?.trim() === '') at -= 1
  while (at > 0 && characters[at - 1]?.trim() !== '') at -= 1
  return at
}

const movements: { readonly [key: string]: ((line: EditedLine) => number) | undefined } = {
  [`${ESC}[D`]: ({ cursor }) => cursor - 1,
  [`${ESC}[C`]: ({ cursor }) => cursor + 1,
  [`${ESC}[H`]: () => 0,
  [`${ESC}[F`]: ({ characters }) => characters.length,
  '\u0001': () => 0,
  '\u0005': ({ characters }) => characters.length,
}
