import { withoutQuotes } from './lines.ts'

const MOST_FENCES = 40
/** Bounds the work on a text full of opening brackets, each of which would start a new scan. */
const MOST_SCANNED = 500_000

/** JSON found in a text, and where. */
export type Found<T> = { readonly value: T; readonly start: number; readonly end: number }

/**
 * The JSON in an answer that the reader looks for: the whole text, else the last fence that fits, else the last value
 * that fits anywhere. Drafts before the final version and block quotes do not count.
 */
export function jsonIn<T>(text: string, fits: (value: unknown) => value is T): Found<T> | undefined {
  const whole = parsed(text)
  if (fits(whole)) return { value: whole, start: 0, end: text.length }
  const own = withoutQuotes(text)
  const found = lastOf(fencesIn(own), fits) ?? lastOf(valuesIn(own), fits)
  const plain = found ? own : withoutComments(own)
  return plain === own ? found : (lastOf(fencesIn(plain), fits) ?? lastOf(valuesIn(plain), fits))
}

/** The text with `//` and block comments blanked out, which keeps offsets the same. Those inside strings stay. */
function withoutComments(text: string): string {
  if (!/\/[/*]/u.test(text)) return text
  return text.replaceAll(/"(?:\\.|[^"\\\n])*"?|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (part) =>
    part.startsWith('/') ? part.replaceAll(/[^\n]/gu, ' ') : part,
  )
}

/** Every JSON value in an answer that the reader looks for, outside of block quotes, in order. */
export function allJsonIn<T>(text: string, fits: (value: unknown) => value is T): readonly Found<T>[] {
  return valuesIn(withoutComments(withoutQuotes(text))).flatMap(({ start, text: piece }) => {
    const value = parsed(piece)
    return fits(value) ? [{ value, start, end: start + piece.length }] : []
  })
}

/** The JSON a text consists of, alone or in its only fence. Undefined if there is anything else. */
export function wholeJson(text: string): unknown {
  const fenced = /^\s*(?:`{3,}|~{3,})[^\n]{0,40}\n([\s\S]*?)\n\s*(?:`{3,}|~{3,})\s*$/u.exec(text)
  return tryParse(fenced?.[1] ?? text)
}

type Piece = { readonly start: number; readonly text: string }

function lastOf<T>(pieces: readonly Piece[], fits: (value: unknown) => value is T): Found<T> | undefined {
  for (const { start, text } of pieces.toReversed()) {
    const value = parsed(text)
    if (fits(value)) return { value, start, end: start + text.length }
  }
  return undefined
}

function fencesIn(text: string): readonly Piece[] {
  const marks = [...text.matchAll(/^[ \t]{0,8}(?:`{3,}|~{3,}).*$/gmu)].slice(-2 * MOST_FENCES)
  const first = marks.length % 2
  return marks.flatMap((mark, index) => {
    const close = marks[index + 1]
    if (index % 2 !== first || !close) return []
    const start = mark.index + mark[0].length
    return [{ start, text: text.slice(start, close.index) }]
  })
}

/** The outermost objects and arrays, wherever they begin. */
function valuesIn(text: string): readonly Piece[] {
  const found: Piece[] = []
  let left = MOST_SCANNED
  let from = 0
  for (const { index } of text.matchAll(/[[{]\s{0,200}["“{[]/gu)) {
    if (index < from) continue
    const end = endOf(text, index)
    left -= (end ?? text.length) - index
    if (left < 0) break
    if (end === undefined) continue
    found.push({ start: index, text: text.slice(index, end) })
    from = end
  }
  return found
}

const MARKS = /"(?:\\.|[^"\\])*"?|[[\]{}]/gsu

/** The position after the bracket that closes the value. Brackets inside strings do not count. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0
  for (const { 0: mark, index } of text.slice(start).matchAll(MARKS)) {
    depth += mark === '[' || mark === '{' ? 1 : mark === ']' || mark === '}' ? -1 : 0
    if (depth === 0) return start + index + 1
  }
  return undefined
}

/** As is, else with the usual slips repaired: curly quotes and commas before a closing bracket. */
function parsed(text: string): unknown {
  const read = tryParse(text)
  if (read !== undefined) return read
  const straight = /[“”]/u.test(text) && !text.includes('"') ? text.replaceAll(/[“”]/gu, '"') : text
  return tryParse(
    straight.replaceAll(/"(?:\\.|[^"\\])*"?|,(?=\s{0,200}[\]}])/gsu, (part) => (part === ',' ? '' : part)),
  )
}

function tryParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
