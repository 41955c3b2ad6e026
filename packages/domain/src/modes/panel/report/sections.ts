import type { ReportRooms } from './state.ts'

/** The sections of a report, in order. */
export const REPORT_SECTIONS = [
  'Executive Summary',
  'Detailed Analysis',
  'Agreements',
  'Disagreements',
  'Recommendations',
  'Risk Assessment',
  'Minority Report',
  'Appendix',
]

/** The sections of this panel's report. Where nobody votes, nobody is a minority. */
export const sectionsToWrite = ({ opening }: Pick<ReportRooms, 'opening'>): readonly string[] =>
  opening.findings ? REPORT_SECTIONS.filter((name) => name !== 'Minority Report') : REPORT_SECTIONS

export const missingSections = (panel: Pick<ReportRooms, 'opening'>, text: string): readonly string[] =>
  sectionsToWrite(panel).filter((name) => !sectionHeading(name).test(text))

const HEADING = /^#{1,4}[ \t]+(?!Not written$).{0,200}$/gmu

/** Whether a text has no sections at all, as a refusal has none. Sections with other names are the Head's own way. */
export const isUnwritten = (panel: Pick<ReportRooms, 'opening'>, text: string): boolean =>
  missingSections(panel, text).length === sectionsToWrite(panel).length && (text.match(HEADING) ?? []).length === 0

/** A section's heading as models write it: numbered, bold, at any level. */
export const sectionHeading = (name: string) => new RegExp(`^#{1,4}[ \\t*_]*(?:\\d+[.)]\\s*)?${name}[ \\t*_:]*$`, 'im')
