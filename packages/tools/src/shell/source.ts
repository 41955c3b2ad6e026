import { type Redirection, type Script, type ShellCommand, TooLarge } from './syntax.ts'

/** How a list of commands may end. `esac` and `;;` end a branch of `case`. */
export type ListEnding = '' | ')' | '}' | ';;' | 'esac'

export type HereDocument = {
  readonly redirection: { -readonly [K in keyof Redirection]: Redirection[K] }
  readonly delimiter: string
  readonly isQuoted: boolean
  readonly stripsTabs: boolean
}

/**
 * A text being read, and the position in it. `base` is the position of the text in the whole line, NaN if it was
 * rewritten.
 */
export type ShellSource = {
  readonly text: string
  readonly base: number
  at: number
  depth: number
  inputs: readonly ShellCommand[]
  within: readonly string[]
  readonly pending: HereDocument[]
  readonly script: Script
  /** Reads commands up to `ending`. Passed in, because words contain commands and commands contain words. */
  readonly readCommands: (source: ShellSource, ending: ListEnding) => ListEnding
}

const maxDepth = 150

export const metacharacters = new Set([' ', '\t', '\n', '|', '&', ';', '(', ')', '<', '>'])

/** The next character as bash sees it: a backslash before a line end is skipped. Empty at the end. */
export function peek(source: ShellSource): string {
  while (source.text[source.at] === '\\' && source.text[source.at + 1] === '\n') source.at += 2
  return source.text[source.at] ?? ''
}

/** The character after the next one. */
export function peekSecond(source: ShellSource): string {
  if (peek(source) === '') return ''
  const at = source.at++
  const second = peek(source)
  source.at = at
  return second
}

/** Takes the first of these spellings found here, across line continuations. */
export function take(source: ShellSource, spellings: readonly string[]): string | undefined {
  const start = source.at
  for (const spelling of spellings) {
    let length = 0
    while (length < spelling.length && peek(source) === spelling[length]) {
      source.at++
      length++
    }
    if (length === spelling.length) return spelling
    source.at = start
  }
  return undefined
}

export const place = (source: ShellSource): number => source.base + source.at

export function doubt(source: ShellSource, reason: string): void {
  if (!source.script.doubts.includes(reason)) source.script.doubts.push(reason)
}

/** Runs a nested reading. Unlimited nesting would crash the process. */
export function deeper<T>(source: ShellSource, read: (source: ShellSource) => T): T {
  if (++source.depth > maxDepth) throw new TooLarge('nested too deeply')
  const result = read(source)
  source.depth--
  return result
}

/** A text inside the source, such as the body of a here-document, read into the same script. */
export function inner(source: ShellSource, text: string, base: number): ShellSource {
  return { ...source, text, base, at: 0, pending: [] }
}

/** Blanks and a comment, up to the next token. */
export function skipBlanks(source: ShellSource): void {
  for (let next = peek(source); next === ' ' || next === '\t'; next = peek(source)) source.at++
  if (peek(source) !== '#') return
  const end = source.text.indexOf('\n', source.at)
  source.at = end < 0 ? source.text.length : end
}
