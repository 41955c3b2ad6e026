/** One program of a command line, and what connects it to the rest. */
export type ShellSegment = {
  readonly words: readonly string[]
  /** What connects it to the following one. Empty at the end. */
  readonly link: Link
  /** Files that its output is written to. */
  readonly into: readonly string[]
  /** What was in them stays. */
  readonly appends?: boolean
  /** What it reads from its input, if that is written in the line. */
  readonly input?: string
}
type Link = '' | '&&' | '||' | ';' | '|' | '&'

/** A command line. */
export type ShellLine = {
  readonly segments: readonly ShellSegment[]
  /** Lines whose output becomes part of it: `$(date)`. */
  readonly inner: readonly string[]
  /** Its programs and operators are all there is: no groups, functions, substitutions or unusual quotes. */
  readonly isPlain: boolean
}

const MOST_CHARACTERS = 16_000
const MOST_SEGMENTS = 60

type Building = {
  words: string[]
  into: string[]
  appends?: boolean
  input?: string
  word: string
  isWord: boolean
  isTarget: boolean
}
type Waiting = { readonly word: string; readonly building: Building }
type Reading = {
  readonly text: string
  at: number
  building: Building
  readonly segments: ShellSegment[]
  /** Inputs that begin in the next line. */
  waiting: Waiting[]
  readonly inner: string[]
  isPlain: boolean
}

const nothing = (): Building => ({ words: [], into: [], word: '', isWord: false, isTarget: false })

/** Reads a command line. It knows enough of the shell to see what ran, not to judge what may run. */
export function readShellLine(line: string): ShellLine {
  const text = withoutGroup(line.slice(0, MOST_CHARACTERS))
  const isPlain = line.length <= MOST_CHARACTERS
  const reading: Reading = { text, at: 0, building: nothing(), segments: [], waiting: [], inner: [], isPlain }
  while (reading.at < text.length) step(reading)
  close(reading, '')
  return { segments: reading.segments, inner: reading.inner, isPlain: reading.isPlain }
}

/** The programs of a command line in order. */
export const segmentsOf = (line: string): readonly ShellSegment[] => readShellLine(line).segments

/** `(cd app && npm test)` ends as what is inside it. */
function withoutGroup(text: string): string {
  const bare = text.trim()
  const inside = bare.slice(1, -1)
  return bare.startsWith('(') && bare.endsWith(')') && !/[()]/u.test(inside) ? inside : text
}

function close(reading: Reading, link: Link): void {
  endWord(reading)
  const { building, segments } = reading
  const { words, into, input, appends } = building
  const last = segments.at(-1)
  if (segments.length >= MOST_SEGMENTS) reading.isPlain = false
  if (words.length > 0 && segments.length < MOST_SEGMENTS)
    segments.push({ words, link, into, ...(appends && { appends }), ...(input !== undefined && { input }) })
  else if (last && link !== ';') segments[segments.length - 1] = { ...last, link: link || last.link }
  reading.building = nothing()
}

function endWord({ building }: Reading): void {
  if (!building.isWord) return
  if (building.isTarget) building.into.push(building.word)
  else building.words.push(building.word)
  Object.assign(building, { word: '', isWord: false, isTarget: false })
}

const OPERATOR = /(?:&&|\|\||\|&|[;|&\n()])/uy
const REDIRECTION = /(?:\d*|&)(>>?\|?|<<<|<<-?|<)(&\d|&-)?/uy
const HEREDOC = /\s{0,20}(['"]?)([\w.-]{1,60})\1/uy
const PLAIN = /[^\s'"\\;|&()<>$`]+/uy

function step(reading: Reading): void {
  const character = reading.text[reading.at] ?? ''
  const { isWord } = reading.building
  const redirection = !isWord || /[<>&]/u.test(character) ? matchAt(REDIRECTION, reading) : null
  const operator = matchAt(OPERATOR, reading)?.[0]
  if (character === '\n' && reading.waiting.length > 0) readBodies(reading)
  else if (character === '#' && !isWord) skipComment(reading)
  else if (redirection) redirect(reading, redirection)
  else if (operator !== undefined) takeOperator(reading, operator)
  else if (/\s/u.test(character)) skipSpace(reading)
  else takeWord(reading, character)
}

function skipSpace(reading: Reading): void {
  endWord(reading)
  reading.at += 1
}

function skipComment(reading: Reading): void {
  const end = reading.text.indexOf('\n', reading.at)
  reading.at = end < 0 ? reading.text.length : end
}

function takeOperator(reading: Reading, operator: string): void {
  if (operator === '(' || operator === ')' || operator === '|&') reading.isPlain = false
  reading.at += operator.length
  close(reading, linkOf(operator))
}

function linkOf(operator: string): Link {
  if (operator === '&&' || operator === '||' || operator === '&') return operator
  return operator.startsWith('|') ? '|' : ';'
}

function redirect(reading: Reading, [all, arrow = '', copy]: RegExpExecArray): void {
  endWord(reading)
  reading.at += all.length
  if (copy !== undefined) return
  const { building } = reading
  if (arrow === '<<' || arrow === '<<-') {
    const heredoc = matchAt(HEREDOC, reading)
    reading.at += heredoc?.[0].length ?? 0
    if (heredoc) reading.waiting.push({ word: heredoc[2] ?? '', building })
  } else {
    while (reading.text[reading.at] === ' ') reading.at += 1
    building.isTarget = arrow.startsWith('>')
    if (arrow.startsWith('>>')) building.appends = true
    if (arrow === '<<<' || reading.text[reading.at] === '(') reading.isPlain = false
  }
}

function takeWord(reading: Reading, character: string): void {
  const { text, at, building } = reading
  building.isWord = true
  if (character === "'" || character === '"') takeQuoted(reading, character)
  else if (character === '\\') {
    building.word += text[at + 1] === '\n' ? '' : (text[at + 1] ?? '')
    reading.at += 2
  } else if (character === '`' || text.startsWith('$(', at)) takeInner(reading, character)
  else {
    const plain = matchAt(PLAIN, reading)?.[0] ?? character
    if (character === '$' && /['"]/u.test(text[at + 1] ?? '')) reading.isPlain = false
    building.word += plain
    reading.at += plain.length
  }
}

function takeQuoted(reading: Reading, quote: string): void {
  const { text, at, building } = reading
  const end = closingQuote(text, at, quote)
  const inside = text.slice(at + 1, end)
  if (end >= text.length) reading.isPlain = false
  if (quote === '"') takeInnerOf(reading, inside)
  building.word += inside.replaceAll(/\\(["$`\\])/gu, '$1')
  reading.at = end + 1
}

/** What is run inside double quotes. */
function takeInnerOf(reading: Reading, inside: string): void {
  const found = /\$\(|(?<!\\)`/u.exec(inside)
  if (!found) return
  reading.isPlain = false
  const closing = found[0] === '`' ? '`' : ')'
  const end = inside.lastIndexOf(closing)
  const from = found.index + found[0].length
  reading.inner.push(inside.slice(from, end > from ? end : undefined))
}

/** `$(date)` or the same between backticks. */
function takeInner(reading: Reading, character: string): void {
  const { text, at, building } = reading
  reading.isPlain = false
  const from = at + (character === '`' ? 1 : 2)
  const end = character === '`' ? text.indexOf('`', from) : closingParenthesis(text, from)
  const to = end < 0 ? text.length : end
  if (reading.inner.length < MOST_SEGMENTS) reading.inner.push(text.slice(from, to))
  building.word += '$'
  reading.at = to + 1
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1
    else if (text[at] === quote) return at
  }
  return text.length
}

/** What is between the lines `<<EOF` and `EOF` is input, not commands. */
function readBodies(reading: Reading): void {
  for (const { word, building } of reading.waiting) {
    const from = reading.at + 1
    const { end, after } = bodyEnd(reading.text, from, word)
    building.input = reading.text.slice(from, end)
    reading.at = after
  }
  reading.waiting = []
  close(reading, ';')
}

function bodyEnd(text: string, from: number, word: string): { readonly end: number; readonly after: number } {
  for (let at = from; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const to = next < 0 ? text.length : next
    if (text.slice(at, to).trim() === word) return { end: at, after: to }
    at = to + 1
  }
  return { end: text.length, after: text.length }
}

function matchAt(pattern: RegExp, { text, at }: Reading): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
