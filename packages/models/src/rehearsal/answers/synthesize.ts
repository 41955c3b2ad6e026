import type { Earlier } from '../ask.ts'
import { escapeName } from '../quote.ts'
import type { Study } from '../study.ts'
import { nameOf } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { isPanel, panelReport } from './panel-report.ts'
import { asked, bulleted, LABEL, modelWould, paragraphs } from './parts.ts'

const EACH = 4
const MOST_QUESTIONS = 4

/** The findings of all reports, with their authors. Adds nothing that no report says. */
export const synthesize: Answer = (study) => {
  if (isPanel(study)) return panelReport(study)
  const reports = study.ask.earlier.filter(({ author }) => author !== '')
  return says(
    paragraphs(
      LABEL,
      asked(study, 'Asked', 'goal'),
      bulleted('**What was found**', found(reports)),
      bulleted('**Found by more than one**', shared(reports)),
      bulleted('**Where to begin**', beginnings(reports)),
      bulleted('**Not found**', [...missing(study), ...unique(reports.flatMap(notFound))]),
      failed(study),
      bulleted('**Open questions**', unique(reports.flatMap(questions)).slice(0, MOST_QUESTIONS)),
      modelWould(study),
    ),
  )
}

/** Lines quoted with their place, each once, credited to the first agent that found it. */
function found(reports: readonly Earlier[]): readonly string[] {
  const known = new Set<string>()
  return reports.flatMap((report) =>
    quotesIn(report)
      .filter(({ place }) => !known.has(place) && known.add(place))
      .slice(0, EACH)
      .map(({ line }) => `${line} (${nameOf(report)})`),
  )
}

type Quoted = { readonly place: string; readonly line: string }

const quotesIn = ({ text }: Earlier): readonly Quoted[] =>
  [...text.matchAll(/^- (`([^`\n]{1,200}:\d{1,6})` .{1,400})$/gm)].map(([, line = '', place = '']) => ({ place, line }))

function shared(reports: readonly Earlier[]): readonly string[] {
  const by = new Map<string, Set<string>>()
  for (const report of reports)
    for (const { place } of quotesIn(report)) by.set(place, (by.get(place) ?? new Set()).add(nameOf(report)))
  return [...by]
    .filter(([, authors]) => authors.size > 1)
    .map(([place, authors]) => `\`${place}\`: ${[...authors].join(' and ')}`)
}

/** Each file once, with the first agent that named it. */
function beginnings(reports: readonly Earlier[]): readonly string[] {
  const named = new Map<string, string>()
  for (const report of reports) {
    const file = /^\*\*Begin in\*\* (`[^`\n]{1,200}`)/m.exec(report.text)?.[1]
    if (file && !named.has(file)) named.set(file, `${file} (${nameOf(report)})`)
  }
  return [...named.values()]
}

/** Words of the goal that no file has. A word missing from a report may belong to its task instead. */
function missing({ counts }: Study): readonly string[] {
  const absent = counts.filter(({ files }) => files === 0).map(({ term }) => `*${escapeName(term.shown)}*`)
  return absent.length > 0 ? [`no file has ${absent.join(', ')}`] : []
}

const notFound = ({ text }: Earlier): readonly string[] => {
  const line = /^\*\*Not found\*\* (.{1,600}?)(?: \(hidden,.*)?$/m.exec(text)?.[1]
  return line
    ? line
        .replace(/\.$/, '')
        .split('; ')
        .filter((part) => !part.startsWith('no file has'))
    : []
}

function questions({ text }: Earlier): readonly string[] {
  const section = text.split('**Open questions**\n')[1]?.split('\n\n')[0] ?? ''
  return [...section.matchAll(/^- (.{1,300})$/gm)].map(([, question = '']) => question)
}

function failed({ ask }: Study): string {
  const rows = [...(ask.sections.Failed ?? '').matchAll(/^- (.{1,300})$/gm)].map(([, row = '']) => row)
  return bulleted('**Failed**', rows)
}

const unique = (rows: readonly string[]): readonly string[] => [...new Set(rows)]
