import { withPlainMarks } from '../answer/plain-marks.ts'
import { clean, cleanLine } from '../text/clean.ts'

/** A decision as it is kept for those who come later. */
export type Adr = {
  readonly title: string
  /** `contested`: it was vetoed. `open`: nothing was decided. */
  readonly status: 'accepted' | 'contested' | 'open'
  readonly context: string
  readonly options: readonly string[]
  readonly decision: string
  readonly rationale: string
  readonly consequences: string
  /** Who could vote, each with what they voted for; null: did not vote. */
  readonly participants: readonly Participant[]
  /** How the votes were counted, such as plain, weighted or ranked, each as one line. */
  readonly counts: readonly string[]
  readonly vetoes?: readonly { readonly by: string; readonly reason: string }[]
  /** Milliseconds. */
  readonly date: number
  /** When to look at how it turned out. */
  readonly reviewBy?: number | undefined
}

export type Participant = {
  readonly name: string
  readonly option: string | null
  readonly reason: string
  readonly confidence: number | null
  readonly abstained?: boolean
  /** It was not needed. */
  readonly unasked?: boolean
}

export const UNDECIDED = 'Undecided.'

/** The decision record as Markdown. What others wrote is escaped so that it cannot open a section. */
export function adrText(adr: Adr): string {
  const sections: readonly (readonly [string, string])[] = [
    ['Status', adr.status],
    ['Context', body(adr.context) || 'None was given.'],
    ['Options', bullets(adr.options.map(cleanLine))],
    ['Decision', body(cleanLine(adr.decision))],
    ['Rationale', body(adr.rationale) || 'None was given.'],
    ['Consequences', body(adr.consequences) || 'None were named.'],
    ['Participants and votes', bullets([...adr.participants.map(voteLine), ...adr.counts.map(cleanLine)])],
    ['Dissent', bullets(dissentOf(adr)) || 'None.'],
    ['Date', dayText(adr.date)],
    ...(adr.reviewBy === undefined ? [] : [['Review by', dayText(adr.reviewBy)] as const]),
  ]
  return [`# ${cleanLine(adr.title)}`, ...sections.map(([name, text]) => `## ${name}\n\n${text}`)].join('\n\n')
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

function voteLine({ name, option, reason, confidence, abstained, unasked }: Participant): string {
  if (unasked) return `${cleanLine(name)}: not asked`
  if (abstained) return `${cleanLine(name)}: abstained`
  if (option === null) return `${cleanLine(name)}: did not vote`
  const sure = confidence === null ? '' : ` (confidence ${confidence})`
  return `${cleanLine(name)}: ${cleanLine(option)}${sure}${reason === '' ? '' : `. ${cleanLine(reason)}`}`
}

/** Vetoes first; then who voted for something else, and why. */
function dissentOf({ vetoes = [], participants, decision }: Adr): readonly string[] {
  const against = participants.filter(({ option }) => option !== null && option !== decision)
  return [
    ...vetoes.map(({ by, reason }) => `Veto of ${cleanLine(by)}: ${cleanLine(reason)}`),
    ...against.map(({ name, option, reason }) => {
      return `${cleanLine(name)} was for ${cleanLine(option ?? '')}${reason === '' ? '' : `: ${cleanLine(reason)}`}`
    }),
  ]
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Text of many lines in plain words, in which no line is a heading, a rule or front matter of the record, and which hides nothing after it. */
const body = (text: string): string =>
  fenced(
    clean(withPlainMarks(text))
      .trim()
      .replace(/^( {0,3})(#{1,6}(?=\s|$)|-+[ \t]*$|=+[ \t]*$)/gmu, '$1\\$2')
      .replaceAll('<!--', '\\<!--'),
  )

/** A fence that was left open is closed, or the rest of the record would be code. */
function fenced(text: string): string {
  let open = ''
  for (const [, fence = '', behind = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gmu)) {
    if (open === '') open = fence
    else if (fence.startsWith(open) && behind.trim() === '') open = ''
  }
  return open === '' ? text : `${text}\n${open}`
}
