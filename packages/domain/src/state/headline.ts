import { withPlainMarks } from '../answer/plain-marks.ts'
import { type Fact, fact } from '../event/event.ts'
import { cutAtWord } from '../text/cut-at-word.ts'
import { isProse, plainMarkdown, plainWords } from '../text/markdown-line.ts'
import { missingSeats, resultsOf } from './past.ts'
import { type Session, seatName } from './session.ts'

export const LONGEST_TITLE = 80
const LONGEST_SUMMARY = 300
/** Only the beginning of a report is read, since a summary comes first. */
const LOOKED_AT = 20_000

/** The first line of a goal, cut at a word. */
export function titleOf(goal: string): string {
  const line = goal.trim().split(/\r?\n/u)[0] ?? ''
  return cutAtWord(line, LONGEST_TITLE)
}

/** A goal as a heading: its first line, without marks and citations. */
export const goalLine = (goal: string): string =>
  plainWords((goal.trim().split(/\r?\n/u)[0] ?? '').replace(/^(?:#{1,6}|[-*+>]|\d+[.)])\s+/u, ''))

/**
 * A title from the topic or the report, for a session whose goal is too long to be one. A goal that fits in a line is
 * the title its author will look for, and a title set by the user is never changed.
 */
export function titleFacts(session: Session, text: string): readonly Fact[] {
  const { goal, title } = session
  const fits = goal.trim().length <= LONGEST_TITLE && !goal.trim().includes('\n')
  if (fits || title !== titleOf(goal)) return []
  const found = cutAtWord(namedIn(text), LONGEST_TITLE)
  return found === '' || found === title ? [] : [fact('session.updated', { title: found })]
}

/**
 * What a `Topic:` or `Goal:` names, else the first meaningful heading. A heading after the first prose belongs to a
 * section: without this rule, every panel with a long goal would be called “Agreements”.
 */
function namedIn(text: string): string {
  const lines = text.slice(0, LOOKED_AT).split('\n')
  const said = lines.map((line) => labelled.exec(line)?.[1]).find((found) => found !== undefined)
  const prose = lines.findIndex(isProse)
  const above = lines.slice(0, prose === -1 ? undefined : prose)
  const headings = above.flatMap((line) => /^ {0,3}#{1,3}[ \t]+(\S.*)/u.exec(line)?.[1] ?? []).map(plainWords)
  return plainWords(said ?? headings.find((heading) => !generic.test(heading)) ?? '')
}

const labelled = /^[\s>#*_-]*(?:topic(?: of discussion)?|goal|title)[*_]*\s*:[*_\s]*(\S.{2,})$/iu
const generic =
  /^(?:the |final |executive |detailed )?(?:topic|topic of discussion|goal|report|summary|analysis|overview|result|answer|plan|synthesis|findings|introduction|background|context)s?\W*$/iu

/** The outcome of a session in a sentence or two. Empty while its run is active. */
export function summaryOf(session: Session): string {
  const { run } = session
  if (!run?.finished) return ''
  const [first, ...others] = resultsOf(session, run)
  // Everywhere else a stop is said to be yours, and the state beside the summary says so.
  if (!first)
    return cutAtWord(gistOf(run.finished.summary).replace(/^Stopped by the user\b/u, 'Stopped'), LONGEST_SUMMARY)
  const missing = missingSeats(run).map(({ name }) => name)
  const without = missing.length === 0 ? '' : `Without ${missing.join(' and ')}. `
  if (others.length === 0) return cutAtWord(`${without}${gistOf(first.text)}`, LONGEST_SUMMARY)
  const name = seatName(run, first.author)
  return cutAtWord(`${others.length + 1} answers. ${without}${name}: ${gistOf(first.text)}`, LONGEST_SUMMARY)
}

/** The beginning of the section that summarizes a text, or else of the text. */
function gistOf(text: string): string {
  const lines = withPlainMarks(text.slice(0, LOOKED_AT)).split('\n')
  const summary = lines.findIndex((line) =>
    /^ {0,3}#{1,4}\s+(?:executive summary|summary|tl;?dr|verdict|conclusion|answer)\b/iu.test(line),
  )
  const body = lines.slice(summary + 1)
  const start = body.findIndex(isProse)
  if (start === -1) return ''
  const rest = body.slice(start)
  const end = rest.findIndex((line) => !isProse(line))
  return plainMarkdown(rest.slice(0, end === -1 ? undefined : end))
}
