import { withoutEnd } from '@convene/domain'

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
  readonly agreements: string
  readonly disagreements: string
  readonly minority: string
  readonly recommendations: string
  /** All other sections, in order. */
  readonly others: readonly ReportSection[]
}

const names = {
  answer: /^(executive )?summary$|^answer$/iu,
  agreements: /^agreements?$/iu,
  disagreements: /^disagreements?$/iu,
  minority: /^minority report$/iu,
  recommendations: /^recommendations?$/iu,
} as const

/** Parses a report. Null if its headings are missing. */
export function reportOf(text: string): Report | null {
  const sections = sectionsOf(text)
  const find = (name: RegExp) => sections.find(({ title }) => name.test(title))?.text ?? ''
  const known = Object.values(names)
  const isKnown = ({ title }: ReportSection) => known.some((name) => name.test(title))
  if (sections.filter(isKnown).length < 2) return null
  const before = sections.find(({ title }) => title === '')?.text ?? ''
  return {
    answer: [before, find(names.answer)].filter(Boolean).join('\n\n'),
    agreements: find(names.agreements),
    disagreements: find(names.disagreements),
    minority: find(names.minority),
    recommendations: find(names.recommendations),
    others: sections.filter((section) => section.title !== '' && !isKnown(section)),
  }
}
