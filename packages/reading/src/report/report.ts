import { withoutEnd } from '@convene/domain'
import { plainQuote } from '../quote/quote.ts'

/** A section of a report: heading and text. */
export type ReportSection = { readonly title: string; readonly text: string }

const heading = /^#{1,3}[ \t]+(?:\d+[.)][ \t]*)?(?=\S)/u

/** Splits a report at its headings. Text before the first has no title. Headings in code do not count. */
export function sectionsOf(report: string): readonly ReportSection[] {
  const sections: { title: string; lines: string[] }[] = [{ title: '', lines: [] }]
  let isCode = false
  for (const line of report.split('\n')) {
    if (/^\s*(```|~~~)/u.test(line)) isCode = !isCode
    const title = isCode ? undefined : titleIn(line)
    if (title === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ title, lines: [] })
  }
  return sections
    .map(({ title, lines }) => ({ title, text: lines.join('\n').trim() }))
    .filter(({ title, text }) => title !== '' || text !== '')
}

function titleIn(line: string): string | undefined {
  const start = heading.exec(line)?.[0].length
  return start === undefined ? undefined : withoutEnd(line.slice(start).replaceAll(/[*_]/gu, ''), ' \t#:').trim()
}

/** A report's sections, by what readers look for. */
export type Report = {
  readonly answer: string
  readonly recommendations: string
  readonly risks: string
  readonly open: string
  readonly agreements: string
  readonly disagreements: string
  readonly minority: string
  /** What would turn the decision, at most three. */
  readonly levers: readonly string[]
  /** All other sections, in order. */
  readonly others: readonly ReportSection[]
  /** Titles of sections that the Head left out. */
  readonly unwritten: readonly string[]
}

const names = {
  answer: /^(executive )?summary$|^answer$/iu,
  recommendations: /^recommendations?$|^what to do$|^next steps$/iu,
  risks: /^risks?( assessment| analysis)?$/iu,
  open: /^(open|unresolved|remaining) (questions?|issues?|points?)$|^open$/iu,
  agreements: /^agreements?$/iu,
  disagreements: /^disagreements?$/iu,
  minority: /^minority (report|view|opinion)$/iu,
  levers: /^what would change (this|the decision|our minds?|the answer)$/iu,
} as const

/** Parses a report. Null if its headings are missing. */
export function reportOf(text: string): Report | null {
  const all = sectionsOf(text)
  const sections = all.filter((section) => !isUnwritten(section))
  const find = (name: RegExp) => sections.find(({ title }) => name.test(title))
  const textOf = (name: RegExp) => find(name)?.text ?? ''
  const known = Object.values(names).map(find)
  const isReport = all.some(({ title }) => title === UNWRITTEN)
  if (!isReport && all.filter(({ title }) => Object.values(names).some((name) => name.test(title))).length < 2)
    return null
  const before = sections.find(({ title }) => title === '')?.text ?? ''
  return {
    answer: [before, textOf(names.answer)].filter(Boolean).join('\n\n'),
    recommendations: textOf(names.recommendations),
    risks: textOf(names.risks),
    open: textOf(names.open),
    agreements: textOf(names.agreements),
    disagreements: textOf(names.disagreements),
    minority: textOf(names.minority),
    levers: leversIn(textOf(names.levers)),
    // Includes a second section with a known name, which would otherwise be lost.
    others: sections.filter((section) => section.title !== '' && !known.includes(section)),
    unwritten: all.filter(isUnwritten).flatMap(({ title, text }) => (title === UNWRITTEN ? text.split(', ') : [title])),
  }
}

/** The section in which the program lists what the author left out. Older reports have an empty section for each. */
const UNWRITTEN = 'Not written'
const isUnwritten = ({ title, text }: ReportSection): boolean => title === UNWRITTEN || text === 'Not written.'

/** A list's items and the text before it. Text after an item belongs to that item, so nothing is lost. */
export type ListedText = { readonly before: string; readonly items: readonly string[] }

const item = /^ {0,1}(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)/u

export function listedIn(text: string): ListedText {
  const before: string[] = []
  const items: string[][] = []
  let isCode = false
  for (const line of text.split('\n')) {
    const start = isCode ? undefined : item.exec(line)?.[0].length
    if (/^\s*(```|~~~)/u.test(line)) isCode = !isCode
    if (start !== undefined) items.push([line.slice(start)])
    else (items.at(-1) ?? before).push(line)
  }
  const joined = (lines: readonly string[]) => lines.join('\n').trim()
  return { before: joined(before), items: items.map(joined) }
}

const MOST_LEVERS = 3
const LONGEST_LEVER = 400

/** What would turn a decision, from its section: plain sentences. */
const leversIn = (section: string): readonly string[] =>
  listedIn(section)
    .items.map((one) => plainQuote(one).replaceAll(/\s+/gu, ' ').trim())
    .filter((one) => one !== '' && one.length <= LONGEST_LEVER)
    .slice(0, MOST_LEVERS)
