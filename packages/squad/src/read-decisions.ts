import { type MarkdownLine, normalText, squadHeading, squadLines } from './lines.ts'
import { cutTo } from './plain-text.ts'

/** One decision, or the text around decisions. `raw` includes the blank lines and the rule after it. */
type Block = { readonly lines: readonly string[]; readonly raw: string; readonly date: string | undefined }

const ROUNDS = 10

/** The decisions that fit into a number of characters, newest first. Reading the result again does not change it. */
export function readDecisions(text: string, most: number): { readonly text: string; readonly length: number } {
  const whole = newestFirst(text)
  let fitting = cutTo(whole, most).trimEnd()
  // A heading that lost its text, or is now above a date, is read differently.
  for (let round = 0, before = ''; before !== fitting && round < ROUNDS; round++) {
    before = fitting
    fitting = cutTo(newestFirst(fitting), most).trimEnd()
  }
  return { text: fitting, length: whole.length }
}

/** Decisions newest first, by date, followed by those without one. If there are no dates, the text as it is. */
export function newestFirst(text: string): string {
  const blocks = blocksOf(squadLines(text))
  const dated = blocks.filter(({ date }) => date !== undefined)
  if (dated.length === 0) return normalText(text).trim()
  const isRising = (dated[0]?.date ?? '') < (dated.at(-1)?.date ?? '')
  const written = isRising ? dated.toReversed() : dated
  const newest = written.toSorted((a, b) => compare(b.date ?? '', a.date ?? ''))
  const rest = blocks.filter(({ date, lines }) => date === undefined && !isBare(lines))
  return [...newest, ...rest].map(({ lines }) => lines.join('\n').trim()).join('\n\n')
}

/** The parts of a decisions file, in their own order. */
export const decisionBlocks = (text: string) =>
  blocksOf(squadLines(text)).map(({ lines, raw, date }) => ({
    text: lines.join('\n').trim(),
    raw,
    date,
    isBare: isBare(lines),
  }))

/** A heading with nothing under it, or nothing at all. */
const isBare = (lines: readonly string[]): boolean =>
  lines.length === 0 || (lines.length === 1 && /^ {0,3}#{1,6}\s/u.test(lines[0] ?? ''))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A heading with a date starts a decision, and so does one with a date in the lines right below it. A heading without
 * one belongs to the decision above it, if its level is lower.
 */
function blocksOf(lines: readonly MarkdownLine[]): readonly Block[] {
  const blocks: { lines: string[]; date: string | undefined; level: number }[] = []
  lines.forEach((line, index) => {
    const heading = squadHeading(line)
    const open = blocks.at(-1)
    const date = heading && dateAt(lines, index)
    const begins = heading && (date !== undefined || open?.date === undefined || heading.level <= open.level)
    if (begins || !open) blocks.push({ lines: [line.text], date, level: heading?.level ?? 7 })
    else open.lines.push(line.text)
  })
  return blocks.map(({ lines: texts, date }) => ({ lines: withoutRule(texts), raw: texts.join('\n'), date }))
}

const FEW_LINES = 8

function dateAt(lines: readonly MarkdownLine[], index: number): string | undefined {
  const inHeading = dateIn(lines[index]?.text ?? '')
  if (inHeading) return inHeading
  for (const line of lines.slice(index + 1, index + 1 + FEW_LINES)) {
    if (squadHeading(line)) return undefined
    const date = /^\W{0,6}(?:date|when|decided|created)\b/iu.test(line.text) ? dateIn(line.text) : undefined
    if (date) return date
  }
  return undefined
}

/** A date, with the time if there is one, in a sortable form. */
function dateIn(text: string): string | undefined {
  const found = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}):?(\d{2}))?/u.exec(text.slice(0, 2_000))
  if (!found) return undefined
  const [, year, month, day, hour = '', minute = ''] = found
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined
  return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}T${hour}${minute}`
}

/** The rule between two decisions belongs to neither. Blank lines at the end do not count. */
function withoutRule(texts: readonly string[]): readonly string[] {
  const last = texts.findLastIndex((text) => !/^(?:-{3,}|\*{3,}|_{3,})?$/u.test(text.trim()))
  return texts.slice(0, last + 1)
}
