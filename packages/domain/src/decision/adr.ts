import { withPlainMarks } from '../answer/plain-marks.ts'
import { clean, cleanLine } from '../text/clean.ts'
import { withLetteredLists } from '../text/lettered-list.ts'

/** A decision, recorded for future readers. */
export type Adr = {
  readonly title: string
  /** `contested`: it was vetoed. `open`: nothing was decided. */
  readonly status: 'accepted' | 'contested' | 'open'
  readonly context: string
  readonly options: readonly string[]
  readonly decision: string
  readonly rationale: string
  readonly consequences: string
  /** Everyone who could vote, with their vote. Null: did not vote. */
  readonly participants: readonly Participant[]
  /** How the votes were counted, such as plain, weighted or ranked, each as one line. */
  readonly counts: readonly string[]
  readonly vetoes?: readonly { readonly by: string; readonly reason: string }[]
  /** Milliseconds. */
  readonly date: number
  /** When to check how it turned out. */
  readonly reviewBy?: number | undefined
}

export type Participant = {
  readonly name: string
  readonly option: string | null
  readonly reason: string
  readonly confidence: number | null
  readonly abstained?: boolean
  /** Their vote was not needed. */
  readonly unasked?: boolean
}

export const UNDECIDED = 'Undecided.'

/** The decision record as Markdown. Other people's text is escaped so that it cannot open a section. */
export function adrText(adr: Adr): string {
  const sections: readonly (readonly [string, string])[] = [
    ['Status', adr.status],
    ['Context', body(adr.context) || 'None was given.'],
    ['Options', bullets(adr.options.map(cleanLine)) || 'None were named.'],
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

/** Vetoes first, then who voted differently and why. */
function dissentOf({ vetoes = [], participants, decision }: Adr): readonly string[] {
  const against = participants.filter(({ option }) => option !== null && option !== decision)
  return [
    ...vetoes.map(({ by, reason }) => `Veto by ${cleanLine(by)}: ${cleanLine(reason)}`),
    ...against.map(({ name, option, reason }) => {
      return `${cleanLine(name)} preferred ${cleanLine(option ?? '')}${reason === '' ? '' : `: ${cleanLine(reason)}`}`
    }),
  ]
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Multi-line text in plain words. No line of it can become a heading, rule or front matter, or hide what follows. */
const body = (text: string): string =>
  fenced(
    withLetteredLists(clean(withPlainMarks(text)).trim().split('\n'))
      .join('\n')
      .replace(/^( {0,3})(#{1,6}(?=\s|$)|-+[ \t]*$|=+[ \t]*$)/gmu, '$1\\$2')
      .replaceAll('<!--', '\\<!--'),
  )

/** Closes an open fence, or the rest of the record would be code. */
function fenced(text: string): string {
  let open = ''
  for (const [, fence = '', behind = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gmu)) {
    if (open === '') open = fence
    else if (fence.startsWith(open) && behind.trim() === '') open = ''
  }
  return open === '' ? text : `${text}\n${open}`
}

const SECTIONS =
  /^## (Status|Context|Options|Decision|Rationale|Consequences|Participants and votes|Dissent|Date|Review by)$/mu

/** Options that older records repeat at the end of their context. */
const REPEATED = /^\\## Options\n[\s\S]*?(?=^\\#|(?![\s\S]))/mu

/** A decision record as a MADR document: what `adrText` wrote, under the headings that other tools know. */
export function madrText(adr: string): string {
  const [title = '', ...parts] = adr.split(SECTIONS)
  const sections: { [name: string]: string } = {}
  for (let at = 0; at < parts.length; at += 2) sections[parts[at] ?? ''] ??= (parts[at + 1] ?? '').trim()
  const of = (name: string) => sections[name] ?? ''
  const review = of('Review by')
  return [
    `---\nstatus: ${of('Status') || 'accepted'}\ndate: ${of('Date')}\n---`,
    title.trim(),
    `## Context and Problem Statement\n\n${of('Context').replace(REPEATED, '').trim()}`,
    `## Considered Options\n\n${of('Options').replace(/^- /gmu, '* ')}`,
    `## Decision Outcome\n\nChosen option: "${of('Decision').replaceAll('"', "'")}", because:\n\n${of('Rationale')}`,
    `### Consequences\n\n${of('Consequences')}`,
    `## More Information\n\n### Participants and votes\n\n${of('Participants and votes')}`,
    `### Dissent\n\n${of('Dissent')}`,
    ...(review === '' ? [] : [`### Review by\n\n${review}`]),
  ]
    .join('\n\n')
    .concat('\n')
}
