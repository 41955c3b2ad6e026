import { cleanLine, cleanLines, countText, markdownLine, stanceLine, UNNAMED, withPlainMarks } from '@convene/domain'
import { verbs } from '@convene/reading'
import { asStarted } from '../terminal/as-started.ts'
import { type MarkdownPage, markdownRows } from '../terminal/markdown.ts'
import { isTableLine, markdownTable } from '../terminal/markdown-table.ts'
import type { Style } from '../terminal/style.ts'
import { widthOf } from '../terminal/width.ts'
import { wrap, wrapParts } from '../terminal/wrap.ts'
import { drawnTableRows } from './table-rows.ts'
import type { LiveEntry, LiveSpeaker, Tone } from './view.ts'
import { workRows } from './work-rows.ts'

const MARGIN = '  '
const WIDEST = 100

/** Entries as rows for a terminal of this width, with an empty row before a new thought. */
export function entriesRows(
  entries: readonly LiveEntry[],
  page: MarkdownPage,
  before?: LiveEntry['kind'],
): readonly string[] {
  const rows: string[] = []
  for (let index = 0; index < entries.length; ) {
    const entry = entries[index] as LiveEntry
    const previous = index === 0 ? before : entries[index - 1]?.kind
    const block = tableAt(entries, index, page) ?? stanceAt(entries, index, page)
    if (startsAnew(entry.kind, previous)) rows.push('')
    rows.push(...(block?.rows ?? entryRows(entry, page)))
    index += block?.lines ?? 1
  }
  return rows
}

/** The table that begins here, and how many lines it has. */
function tableAt(entries: readonly LiveEntry[], from: number, page: MarkdownPage) {
  const [before, entry] = [entries[from - 1], entries[from]]
  if (!entry || !isInTable(entry) || (before && isInTable(before))) return undefined
  const lines = linesFrom(entries, from, isInTable).map(withPlainMarks)
  const width = Math.min(page.width - 1, WIDEST) - MARGIN.length
  const rows = lines.length > 1 ? markdownTable(lines, { ...page, width })?.map(indented) : undefined
  return rows && { rows, lines: lines.length }
}

/** The position lines that begin here. Together they are one line for people. */
function stanceAt(entries: readonly LiveEntry[], from: number, page: MarkdownPage) {
  const entry = entries[from]
  if (!entry || !isStance(entry)) return undefined
  const lines = linesFrom(entries, from, (entry) => isStance(entry) || isBlank(entry))
  while (lines.at(-1)?.trim() === '') lines.pop()
  if (lines.length < 2) return undefined
  const shown = withPlainMarks(lines.join('\n')).split('\n')
  const inner = { style: page.style, width: Math.min(page.width - 1, WIDEST) - MARGIN.length }
  return { rows: shown.flatMap((line) => markdownRows(line, false, inner).map(indented)), lines: lines.length }
}

type Line = Extract<LiveEntry, { kind: 'line' }>

/** The texts from here on, as long as they belong. Looks no further: a long answer is read once, not once per line. */
function linesFrom(entries: readonly LiveEntry[], from: number, belongs: (entry: LiveEntry) => boolean): string[] {
  const lines: string[] = []
  for (let at = from; at < entries.length; at++) {
    const entry = entries[at] as LiveEntry
    if (!belongs(entry)) break
    lines.push((entry as Line).text)
  }
  return lines
}

const isStance = (entry: LiveEntry): boolean =>
  entry.kind === 'line' && !entry.inCode && stanceLine(entry.text) !== undefined
const isBlank = (entry: LiveEntry): boolean => entry.kind === 'line' && !entry.inCode && entry.text.trim() === ''
const isInTable = (entry: LiveEntry): boolean => entry.kind === 'line' && !entry.inCode && isTableLine(entry.text)

const blocks: readonly LiveEntry['kind'][] = ['opening', 'heading', 'thought', 'said', 'question', 'table', 'ending']
const remarks: readonly LiveEntry['kind'][] = ['notice', 'tool', 'handed', 'reported', 'change']

/** Remarks are printed close together, but with a gap to an answer. */
const startsAnew = (kind: LiveEntry['kind'], previous: LiveEntry['kind'] | undefined): boolean =>
  blocks.includes(kind) ||
  (remarks.includes(kind) && (previous === 'closing' || previous === 'line' || previous === 'question'))

function entryRows(entry: LiveEntry, page: MarkdownPage): readonly string[] {
  const { style } = page
  const width = Math.min(page.width - 1, WIDEST)
  const inner = { style, width: width - MARGIN.length }
  switch (entry.kind) {
    case 'opening':
      return opening(entry, { style, width })
    case 'heading':
      return [heading(entry.speaker, { style, width })]
    case 'line':
      return lineRows(entry, inner)
    case 'closing':
      return [indented(style.dim(entry.facts.join(' · ')))]
    case 'thought':
      return wrap(
        [{ text: `${entry.speaker.name} ${verbs.thinks}: ${cleanLine(entry.text)}`, paint: faint(style) }],
        inner.width,
      ).map(indented)
    case 'tool':
    case 'handed':
    case 'reported':
    case 'change':
    case 'question':
      return workRows(entry, inner).map(indented)
    case 'said':
      return wrap([{ text: `${entry.to ? `@${entry.to} ` : ''}${cleanLine(entry.text)}`, paint: style.bold }], width, {
        first: '› ',
        rest: MARGIN,
      })
    case 'notice':
      return wrap([{ text: asStarted(page, entry.text), paint: paintOf(entry.tone, style) }], width, {
        first: markOf(entry.tone),
        rest: MARGIN,
      })
    case 'table':
      return drawnTableRows(entry.table, { style, width })
    case 'ending':
      return ending(entry, { style, width })
  }
}

/** A line that only the program reads takes no row. */
function lineRows({ text, inCode }: Line, page: MarkdownPage): readonly string[] {
  const shown = inCode ? text : withPlainMarks(text)
  return shown === '' && text !== '' ? [] : markdownRows(shown, inCode, page).map(indented)
}

const indented = (row: string): string => (row === '' ? '' : MARGIN + row)

const faint =
  (style: Style) =>
  (text: string): string =>
    style.dim(style.italic(text))

function opening(
  { goal, mode, team, speakers, limits }: Extract<LiveEntry, { kind: 'opening' }>,
  { style, width }: MarkdownPage,
) {
  const models = [...new Set(speakers.flatMap(({ model }) => model || []))]
  const names = speakers.map((speaker) => `${speaker.icon ? `${speaker.icon} ` : ''}${speaker.name}`)
  const who = [mode, team === UNNAMED ? '' : team, names.join(', '), models.length === 1 ? models[0] : '']
  const line = who.filter((part) => part).join(' · ')
  const lines = cleanLines(goal.trim())
  const shown = lines.length > 6 ? [...lines.slice(0, 5), `… ${countText(lines.length - 5, 'more line')}`] : lines
  return [
    ...shown.flatMap((text) => wrap([{ text, paint: style.bold }], width)),
    ...wrap([{ text: line, paint: style.dim }], width),
    ...(limits.length > 0 ? wrap([{ text: `Limits: ${limits.join(' · ')}`, paint: style.dim }], width) : []),
  ]
}

/** `🏛️ Architect · openai/gpt-5 ─────────`. */
function heading({ icon, name, color, model }: LiveSpeaker, { style, width }: MarkdownPage): string {
  const colour = style.colour(color)
  const left = `${icon ? `${icon} ` : ''}${style.bold(colour(name))} ${style.dim(model)} `
  const rule = Math.max(3, width - 1 - widthOf(left))
  return left + style.dim(colour('─'.repeat(rule)))
}

const paintOf = (tone: Tone, style: Style) =>
  ({ plain: style.dim, good: style.green, asked: style.yellow, warning: style.yellow, bad: style.red })[tone]

const markOf = (tone: Tone): string => ({ plain: '· ', good: '✓ ', asked: '! ', warning: '! ', bad: '✗ ' })[tone]

function ending(entry: Extract<LiveEntry, { kind: 'ending' }>, { style, width }: MarkdownPage): readonly string[] {
  const { tone } = entry
  const summary = markdownLine(entry.summary)
  const why = summary === '' ? [] : wrap([{ text: summary }], width, { first: MARGIN, rest: MARGIN })
  const margins = { first: markOf(tone), rest: MARGIN }
  return [...wrapParts([entry.text, ...entry.facts], width, margins, paintOf(tone, style)), ...why]
}
