/** From the least to the most serious. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Something a review found. */
export type Finding = {
  /** Relative to the workspace, with slashes. Never outside it. */
  readonly path: string
  readonly line: number
  readonly severity: Severity
  readonly title: string
  readonly why: string
  /** In percent. Null if not given. */
  readonly confidence: number | null
  /** The names of those who found it independently. */
  readonly agreedBy: readonly string[]
}

export const isAtLeast = (one: Severity, other: Severity): boolean =>
  SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other)

/** The title in the form: an entry with it is a copy of the example. */
export const EXAMPLE_TITLE = '<one sentence>'

/** The form that reviewers see after the user's constraints. */
export const findingsForm = `## The form of your findings

A program reads what you found. End your answer with one fenced block of JSON, with the most serious finding first, and an empty list if you found nothing:

\`\`\`json
{ "findings": [{ "path": "src/orders.ts", "line": 42, "severity": "high", "title": "${EXAMPLE_TITLE}", "why": "<what goes wrong, when, and how to fix it>", "confidence": 90 }] }
\`\`\`

\`severity\` is ${SEVERITIES.map((one) => `"${one}"`).join(', ')}. \`path\` is relative to the workspace. \`confidence\` is a number from 0 to 100. Leave out what you have not seen in the code.`

/** Asks reviewers again if their findings could not be read. */
export const findingsAgain =
  'A program could not read your findings. Answer with nothing but the fenced block of JSON, with the same findings: { "findings": [ … ] }. If there are none, the list is empty.'
