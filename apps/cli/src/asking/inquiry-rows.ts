import {
  type Ask,
  clean,
  cleanLine,
  cleanLines,
  costText,
  countText,
  letterAt,
  type Session,
  seatOf,
} from '@convene/domain'
import type { PendingAnswer } from '@convene/host'
import { asStarted } from '../terminal/as-started.ts'
import type { EditedLine } from '../terminal/edited-line.ts'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { shorten, shortenStart, widthOf } from '../terminal/width.ts'
import { wrap, wrapParts } from '../terminal/wrap.ts'
import type { AnswerInquiry, AnswerProgress } from './inquiry.ts'
import { previewRows } from './preview-rows.ts'

const WIDEST = 100
/** Even on a tall screen, the run should stay visible. */
const MOST_PREVIEW = 30
const MOST_COVERED = 12

export type InquiryPage = MarkdownPage & {
  readonly rows: number
  /** The gate's question was printed above, with its limits and estimate. */
  readonly gateIsShown?: boolean
  /** The user answers questions on a line below. */
  readonly isAnsweredBelow?: boolean
}

/** The inquiry at the bottom of the screen: who asks and for whom, what the call would do, why it asks, the keys. */
export function inquiryRows(inquiry: AnswerInquiry, session: Session, page: InquiryPage): readonly string[] {
  const width = Math.min(page.width - 1, WIDEST)
  const inner = { ...page, width }
  const { pending } = inquiry
  if (pending.kind === 'ask') return askRows(inquiry, pending.ask, session, inner)
  return pending.question.gate === null ? questionRows(inquiry, session, inner) : gateRows(inquiry, inner)
}

function askRows(inquiry: AnswerInquiry, ask: Ask, session: Session, page: InquiryPage): readonly string[] {
  const { style, width } = page
  const spent = session.run ? costText(session.run.spent) : ''
  const title = `${nameOf(session, ask.chain.at(-1) ?? '')} asks: ${cleanLine(ask.tool)}`
  const others = ask.chain.slice(0, -1).map((slug) => nameOf(session, slug))
  const why = [
    others.length > 0 && `on behalf of ${others.reverse().join(' for ')}`,
    `rule ${cleanLine(ask.rule)}`,
    cleanLine(ask.note ?? ''),
    spent && `${spent} so far`,
  ].filter((part) => typeof part === 'string' && part !== '')
  const below = [
    ...wrap([{ text: why.join(' · '), paint: style.dim }], width, { first: '  ', rest: '  ' }),
    ...coverRows(ask, page),
    ...stageRows(inquiry.stage, page),
  ]
  const half = Math.max(4, Math.floor(page.rows / 2))
  const room = Math.max(1, Math.min(MOST_PREVIEW, half, page.rows - below.length - 5))
  return [rule(title, inquiry.more, page), ...preview(ask, page, room), ...below]
}

/** Everything a lasting answer would allow, if that is more than one thing. */
function coverRows(
  { proposed, also = [] }: Ask,
  { style, width }: MarkdownPage,
  most = MOST_COVERED,
): readonly string[] {
  if (also.length === 0) return []
  const shown = [proposed, ...also].slice(0, most).map(cleanLine)
  const more = also.length + 1 > most ? [`${also.length + 1 - most} more (d prints all)`] : []
  const text = `session and always would allow: ${[...shown, ...more].join(' · ')}`
  return wrap([{ text, paint: style.dim }], width, { first: '  ', rest: '  ' })
}

/** `── Coder asks: bash ── 1 more waiting ─────`. */
function rule(title: string, more: number, { style, width }: InquiryPage): string {
  const waits = more > 0 ? ` ${more} more waiting ` : ''
  const left = `── ${shorten(title, width - 8 - widthOf(waits))} ──${waits}`
  const line = '─'.repeat(Math.max(0, width - 1 - widthOf(left)))
  return style.yellow(style.bold(left)) + style.yellow(line)
}

/** The start of the preview, with a note if not all of it fits. */
function preview(ask: Ask, page: InquiryPage, room: number): readonly string[] {
  const rows = previewRows(ask, page)
  if (rows.length <= room) return rows
  const shown = rows.slice(0, room - 1)
  const left = countText(rows.length - shown.length, 'more line')
  return [...shown, page.style.yellow(`  … ${left} (d prints all)`)]
}

/** The whole inquiry, printed above so that it can be scrolled. */
export function wholePreview(pending: PendingAnswer, page: MarkdownPage): readonly string[] {
  if (pending.kind === 'ask') return [...previewRows(pending.ask, page), ...coverRows(pending.ask, page, Infinity)]
  return gateLines(pending, page.width).map((line) => `  ${line}`)
}

function stageRows(stage: AnswerProgress, page: InquiryPage): readonly string[] {
  const { style, width } = page
  switch (stage.kind) {
    case 'choosing':
      return keysRows(['y once', 's this session', 'a always…', 'n deny…', 'd full preview'], page)
    case 'pattern':
      return [
        field(stage.scope === 'always' ? 'always allow' : 'allow for this session', stage.line, page),
        ...(stage.problem
          ? [style.red(shorten(`  ${cleanLine(stage.problem)}`, width))]
          : keysRows(
              [stage.scope === 'always' ? 'Enter saves the rule' : 'Enter allows it', '* matches anything', 'Esc back'],
              page,
            )),
      ]
    case 'reason':
      return [
        field('reason', stage.line, page),
        ...keysRows(['Enter denies', 'no reason also denies this task’s other requests', 'Esc back'], page),
      ]
    case 'gate':
      return keysRows(gateKeys(stage.grants), page)
    case 'feedback':
      return [field('feedback', stage.line, page), ...keysRows(['Enter sends it back', 'Esc back'], page)]
    case 'answering':
      return page.isAnsweredBelow ? [] : [field('answer', stage.line, page), ...keysRows(['Enter sends'], page)]
    case 'sent':
      return [style.dim('  …')]
  }
}

const gateKeys = (grants: boolean): readonly string[] => [
  'y approve',
  ...(grants ? ['a approve, but ask each time'] : []),
  'n send back…',
  'e edit and approve…',
  'd full text',
]

/** The question at a gate. Its text was printed right above, and `d` prints it again. */
function gateRows({ pending, stage, more }: AnswerInquiry, page: InquiryPage): readonly string[] {
  if (pending.kind !== 'question') return []
  const [first = '', ...about] = clean(pending.question.question)
    .trim()
    .split(/(?<=\?)\s/u)
  const rows = wrap([{ text: about.join(' '), paint: page.style.dim }], page.width, { first: '  ', rest: '  ' })
  return [rule(first, more, page), ...(about.length > 0 && !page.gateIsShown ? rows : []), ...stageRows(stage, page)]
}

const gateLines = (pending: PendingAnswer, width: number): readonly string[] =>
  pending.kind === 'ask'
    ? []
    : cleanLines(pending.question.text.trim()).flatMap((text) => wrap([{ text }], width - 2, { first: '', rest: '' }))

/** A footer has to fit the screen, so it says what it leaves out. */
const MOST_ASKED = 12

function questionRows(inquiry: AnswerInquiry, session: Session, page: InquiryPage): readonly string[] {
  if (inquiry.pending.kind !== 'question') return []
  const { task, question, options, turn } = inquiry.pending.question
  const agent = task ? session.tasks[task]?.agent : undefined
  const lines = cleanLines(question.trim())
  return [
    rule(turn ? 'Your turn' : `${agent ? nameOf(session, agent) : 'The run'} asks`, inquiry.more, page),
    ...lines.slice(0, MOST_ASKED).flatMap((text) => wrap([{ text }], page.width, { first: '  ', rest: '  ' })),
    ...(lines.length > MOST_ASKED
      ? [
          page.style.yellow(
            `  … ${countText(lines.length - MOST_ASKED, 'more line')}: ${asStarted(page, 'convene approvals --json')}`,
          ),
        ]
      : []),
    ...options.map((option, index) =>
      shorten(`  ${page.style.cyan(turn ? letterAt(index) : `${index + 1}`)}  ${cleanLine(option)}`, page.width),
    ),
    ...stageRows(inquiry.stage, page),
  ]
}

function keysRows(keys: readonly string[], page: InquiryPage): readonly string[] {
  const shown = keys.map((key) => asStarted(page, key))
  return wrapParts(shown, page.width, { first: '  ', rest: '  ' }, page.style.dim)
}

/** An input line with a cursor mark. Its end stays visible. */
function field(label: string, { characters, cursor }: EditedLine, { style, width }: InquiryPage): string {
  const before = shortenStart(characters.slice(0, cursor).join(''), Math.max(10, width - label.length - 20))
  const after = shorten(characters.slice(cursor).join(''), 14)
  return `  ${style.bold(label)} › ${before}▏${after}`
}

const nameOf = (session: Session, slug: string): string =>
  cleanLine((session.run && seatOf(session.run, slug)?.name) ?? slug)
