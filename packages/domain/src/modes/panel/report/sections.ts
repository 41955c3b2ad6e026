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

export const missingSections = (text: string): readonly string[] =>
  REPORT_SECTIONS.filter((name) => !sectionHeading(name).test(text))

/** A section's heading as models write it: numbered, bold, at any level. */
export const sectionHeading = (name: string) => new RegExp(`^#{1,4}[ \\t*_]*(?:\\d+[.)]\\s*)?${name}[ \\t*_:]*$`, 'im')
