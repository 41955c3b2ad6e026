import { jsonIn } from './json.ts'
import { asMark, lastQuoted, ownLines, undecorated, unwrapped } from './lines.ts'
import { ARROW } from './separator.ts'
import { isPlaceholder } from './words.ts'

/** A marked line such as `VOTE: wait`. `text` runs to the next mark, `value` is its first line. */
export type AnswerMark = { readonly word: string; readonly value: string; readonly text: string }

/** Which markers count. `exact`: only in capitals, for words that reports also use in another sense. */
export type Markers = { readonly words: readonly string[]; readonly exact?: boolean }

/** What separates a mark from its value. */
const SEPARATOR = new RegExp(`^[*_~\`"'”’»)\\]]*\\s{0,4}(?:${ARROW}|[:：﹕︓∶=]|[–—-]\\s)`, 'u')
/** A heading line, in Markdown or in bold: a mark alone on it needs no colon. */
const HEADING = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]{1,40}\*\*\s*$)/u

/**
 * The marked lines of an answer, in order. Quoted marks count only if the answer ends with them and has no others. Then
 * a JSON object with the same keys is tried.
 */
export function marksIn(text: string, markers: Markers): readonly AnswerMark[] {
  const whole = ONLY_JSON.test(text) ? fieldsIn(text, markers) : []
  if (whole.length > 0) return whole
  const own = marksOf(ownLines(text), markers)
  if (own.length > 0) return own
  const quoted = marksOf(lastQuoted(text), markers)
  return quoted.length > 0 ? quoted : fieldsIn(text, markers)
}

/** Lines of JSON look like marks, with quotes and commas in their values. */
const ONLY_JSON = /^\s{0,40}(?:`{3,}[a-z]{0,8}\s{1,40})?\{[\s\S]*\}\s{0,40}(?:`{3,}\s{0,40})?$/u

/** The last mark with this word: earlier ones may be the model thinking aloud. */
export const markIn = (text: string, word: string, markers: Markers = { words: [word] }): AnswerMark | undefined =>
  marksIn(text, markers).findLast((mark) => mark.word === word)

/** The value of the last mark with this word. Undefined if there is none. */
export const valueIn = (text: string, word: string, markers?: Markers): string | undefined =>
  markIn(text, word, markers)?.value

/** The text without the lines that have one of these marks. */
export function withoutMarks(text: string, markers: Markers): string {
  const lines = text.split(/\r\n|[\n\r]/u)
  return lines
    .filter((line) => !markOnLine(line, markers))
    .join('\n')
    .trim()
}

const STANCES = { words: ['POSITION', 'CONFIDENCE', 'CHANGED', 'VOTE', 'PROBABILITIES', 'RANK', 'VETO'], exact: true }

/** A reason without position lines, which some models append to everything they write. */
export const withoutStances = (reason: string): string => withoutMarks(reason, STANCES)

/** The lines that have one of these marks, verbatim. */
export const markedLines = (text: string, markers: Markers): readonly string[] =>
  text.split(/\r\n|[\n\r]/u).filter((line) => markOnLine(line, markers))

function marksOf(lines: readonly string[], markers: Markers): readonly AnswerMark[] {
  const found = lines.flatMap((line, index) => {
    const mark = markOnLine(line, markers)
    return mark ? [{ ...mark, index }] : []
  })
  return found.flatMap(({ word, rest, index }, place) => {
    const below = lines.slice(index + 1, found[place + 1]?.index ?? lines.length)
    const text = [rest, ...below].join('\n').trim()
    const value = rest === '' ? belowMark(below) : rest
    return value === '' || isPlaceholder(value) ? [] : [{ word, value, text }]
  })
}

/** A mark whose value was left out is followed by the next one: `POSITION:` and `CONFIDENCE: 50` below it. */
const ANY_MARK = /^[A-Z_]{4,20}\s?[:：]/u

function belowMark(below: readonly string[]): string {
  const value = undecorated(below.find((line) => line.trim() !== '') ?? '')
  return ANY_MARK.test(value) ? '' : value
}

/** The mark that a line begins with, as every reader reads it. `rest`: what follows on the line. */
export function markOnLine(
  line: string,
  { words, exact = false }: Markers,
): { word: string; rest: string } | undefined {
  const plain = asMark(undecorated(line))
  const bare = exact ? plain : withoutOwner(plain)
  const word = words.find((one) => {
    const written = bare.slice(0, one.length)
    return exact ? written === one : written.toUpperCase() === one
  })
  if (word !== undefined && bare.length === word.length && HEADING.test(line)) return { word, rest: '' }
  const separator = word === undefined ? null : SEPARATOR.exec(bare.slice(word.length, word.length + 16))
  if (word === undefined || !separator) return undefined
  return { word, rest: unwrapped(withoutOpenEnd(bare.slice(word.length + separator[0].length))) }
}

/** `My vote: wait`, `Final decision: wait`, `I vote for: wait`. `My vote: is secret` is a sentence. */
const withoutOwner = (bare: string): string => bare.replace(OWNED, '$1:').replace(OWNER, '')

const OWNER = new RegExp(
  `^(?:(?:my|our|final)\\s+){1,3}(?=\\p{L}+[*_~\`]{0,3}\\s?(?:${ARROW}|[:：])(?![*_~\`\\s]*(?:$|(?:is|was|will|remains)\\s)))`,
  'iu',
)
const OWNED = new RegExp(`^I (vote)(?:(?: for| is)?[*_~\`]{0,3}\\s?(?:${ARROW}|[:：])| for\\s(?=\\S))`, 'iu')

/** `**VOTE: B** – it grows`: the bold began before the mark and ends in its value. */
function withoutOpenEnd(rest: string): string {
  const end = rest.split('**').length % 2 === 0 ? rest.indexOf('**') : -1
  return end <= 0 ? rest : `${rest.slice(0, end)}${rest.slice(end + 2)}`
}

/** The keys of a JSON object in the answer that are among these words. The object may be wrapped once or twice. */
export function fieldsIn(text: string, { words }: Markers): readonly AnswerMark[] {
  const wordOf = (key: string) => words.find((one) => one === key.toUpperCase().replaceAll(/[\s-]/gu, '_'))
  const within = (value: unknown, depth: number): object | undefined => {
    if (!isObject(value)) return undefined
    if (Object.keys(value).some((key) => wordOf(key) !== undefined)) return value
    return depth === 0 ? undefined : firstOf(Object.values(value), (one) => within(one, depth - 1))
  }
  const found = jsonIn(text, (value): value is object => within(value, WRAPPERS) !== undefined)
  return Object.entries(within(found?.value, WRAPPERS) ?? {}).flatMap(([key, value]) => {
    const word = wordOf(key)
    const said = textOf(value)
    return word === undefined || said === '' || isPlaceholder(said) ? [] : [{ word, value: said, text: said }]
  })
}

const WRAPPERS = 2

/** Accepts a list of texts instead of a single text. */
function textOf(value: unknown): string {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isText = all.every((one) => typeof one === 'string' || typeof one === 'number')
  return isText ? all.map(String).join('; ').trim() : ''
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
