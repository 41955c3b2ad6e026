import { cleanLine, cleanLines, type Event, markdownLine, type Session } from '@convene/domain'
import { castOf, lineOf, sentenceOf, verbs } from '@convene/reading'
import { closeLate, foldBatch } from '../live-view/fold.ts'
import { leavingText, type Presenter } from '../live-view/presenter.ts'
import { drawnTableLines } from '../live-view/table-rows.ts'
import { type LiveEntry, type LiveView, type Verbosity, viewOf } from '../live-view/view.ts'
import type { TextSink } from '../terminal/terminal.ts'

const LONGEST = 300

/** Progress as plain lines, for logs and pipes: who started, who finished, what went wrong. Answers go elsewhere. */
export function plainPresenter(sink: TextSink, state: Session, verbosity: Verbosity): Presenter {
  let view: LiveView = viewOf(state, verbosity)
  const print = (text: string) => sink.write(`${text}\n`)
  return {
    events(batch) {
      const folded = foldBatch(view, batch)
      view = folded.view
      for (const text of folded.entries.flatMap(plainLine)) print(text)
      if (verbosity === 'brief') return
      for (const event of batch) if (event.type === 'task.assigned' && !event.data.via) print(beginning(view, event))
    },
    delta: () => {},
    notice: (text) => print(cleanLine(text)),
    leaving: () => print(leavingText),
    end: () => {
      const last = closeLate(view)
      view = last.view
      for (const text of last.entries.flatMap(plainLine)) print(text)
    },
  }
}

/** `Ada is answering`, without the question. */
function beginning({ story }: LiveView, event: Event): string {
  const cast = castOf(story)
  return cleanLine(sentenceOf({ ...lineOf(event, cast), body: '' }, cast.name))
}

/** One line of plain text for an entry. Answers are not progress. */
export function plainLine(entry: LiveEntry): readonly string[] {
  switch (entry.kind) {
    case 'opening':
      return [
        `${entry.mode}: ${entry.speakers.map(({ name, model }) => (model ? `${name} (${model})` : name)).join(', ')}`,
        ...(entry.limits.length > 0 ? [`Limits: ${entry.limits.join(', ')}`] : []),
      ]
    case 'closing':
      return [`${entry.speaker.name} ${verbs.answered}: ${entry.facts.join(', ')}.`]
    case 'thought':
      return [`${entry.speaker.name} ${verbs.thinks}: ${cleanLine(entry.text)}`]
    case 'tool':
      return [
        `${entry.speaker.name}: ${[entry.tool, entry.target].filter(Boolean).join(' ')}${entry.ok ? '' : `: ${verbs.failed}: ${entry.why}`}`,
      ]
    case 'handed':
      return [`${entry.from.name} ${verbs.handsWorkTo(entry.to.name)}: ${entry.text}`]
    case 'reported':
      return [
        `${entry.speaker.name} ${entry.ok ? verbs.reports : verbs.failed}: ${cleanLine(entry.text).slice(0, LONGEST)}`,
      ]
    case 'change':
      return [entry.title]
    case 'question':
      return [
        `${entry.speaker.name} ${verbs.asks}: ${cleanLine(entry.question)}`,
        ...(entry.text ? cleanLines(entry.text).map((line) => `  ${line}`) : []),
      ]
    case 'notice':
      return [cleanLine(entry.tone === 'bad' ? `Error: ${entry.text}` : entry.text)]
    case 'table':
      return drawnTableLines(entry.table)
    case 'ending':
      return [endingLine(entry)]
    default:
      return []
  }
}

function endingLine({ text, summary, facts }: Extract<LiveEntry, { kind: 'ending' }>): string {
  const why = markdownLine(summary)
  return `${text}${why === '' ? '' : `. ${why}`} (${facts.join(', ')})`
}
