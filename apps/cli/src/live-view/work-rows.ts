import { cleanLines, durationText } from '@convene/domain'
import { verbs } from '@convene/reading'
import { diffRow } from '../terminal/diff-rows.ts'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { shorten, widthOf } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import type { LiveEntry } from './view.ts'

type Work = Extract<LiveEntry, { kind: 'tool' | 'handed' | 'reported' | 'change' | 'question' }>

const STEP = 2
const DEEPEST = 6

/** What agents do, as rows. Delegated work is listed under the agent that delegated it. */
export function workRows(entry: Work, page: MarkdownPage): readonly string[] {
  const margin = ' '.repeat(STEP * Math.min(DEEPEST, 'depth' in entry ? entry.depth : 0))
  const inner = { ...page, width: Math.max(20, page.width - margin.length) }
  return rowsOf(entry, inner).map((row) => margin + row)
}

function rowsOf(entry: Work, page: MarkdownPage): readonly string[] {
  switch (entry.kind) {
    case 'tool':
      return toolRows(entry, page)
    case 'handed':
      return handedRows(entry, page)
    case 'reported':
      return reportedRows(entry, page)
    case 'change':
      return [changeRow(entry, page), ...entry.lines.map((line) => `  ${diffRow(line, page)}`)]
    case 'question':
      return questionRows(entry, page)
  }
}

const marks: { readonly [tool: string]: string } = {
  read: '▤',
  list: '▤',
  glob: '⌕',
  grep: '⌕',
  search: '⌕',
  write: '✎',
  edit: '✎',
  multiedit: '✎',
  patch: '✎',
  bash: '$',
  webfetch: '↓',
  websearch: '⌕',
  crawl: '↓',
  todo: '☰',
}

/** One symbol per tool. */
export const toolMark = (tool: string): string => marks[tool] ?? '⚙'

/** `▤ read src/sum.ts ✓ 7 ms`. */
function toolRows(entry: Extract<Work, { kind: 'tool' }>, { style, width }: MarkdownPage): readonly string[] {
  const { speaker, named, tool, target, ok, ms, why } = entry
  const took = ms < 1_000 ? `${ms} ms` : durationText(ms)
  const end = ok ? `✓ ${took}` : '✗'
  const who = named ? `${speaker.name}:` : ''
  const what = shorten([toolMark(tool), who, tool, target].filter(Boolean).join(' '), width - widthOf(end) - 1)
  const row = ok ? style.dim(`${what} ${end}`) : `${style.dim(what)} ${style.red(end)}`
  if (ok || why === '') return [row]
  return [row, ...wrap([{ text: why, paint: style.red }], width, { first: '  ', rest: '  ' }).slice(0, 3)]
}

function handedRows(entry: Extract<Work, { kind: 'handed' }>, { style, width }: MarkdownPage): readonly string[] {
  const { to, text, background } = entry
  const name = style.bold(style.colour(to.color)(`${to.icon ? `${to.icon} ` : ''}${to.name}`))
  const how = background ? ' (in the background)' : ''
  const head = `↳ ${name}${style.dim(how)} `
  return wrap([{ text, paint: style.dim }], width, { first: head, rest: '  ' }).slice(0, 2)
}

function reportedRows(entry: Extract<Work, { kind: 'reported' }>, { style, width }: MarkdownPage): readonly string[] {
  const { speaker, ok, facts, text } = entry
  const sign = ok ? style.green('✓') : style.red('✗')
  const head = `${sign} ${style.colour(speaker.color)(speaker.name)} ${style.dim(facts.join(' · '))}`
  const lines = text === '' ? [] : cleanLines(text)
  const paint = ok ? style.dim : style.red
  return [head, ...lines.flatMap((line) => wrap([{ text: line, paint }], width, { first: '  ', rest: '  ' }))]
}

const changeRow = (
  { title, added, removed }: Extract<Work, { kind: 'change' }>,
  { style, width }: MarkdownPage,
): string =>
  `± ${shorten(title.replace(/ \(\+\d+ −\d+\)$/u, ''), width - 14)} ${style.green(`+${added}`)} ${style.red(`−${removed}`)}`

function questionRows(entry: Extract<Work, { kind: 'question' }>, { style, width }: MarkdownPage): readonly string[] {
  const { speaker, question, options } = entry
  const name = style.bold(style.colour(speaker.color)(`${speaker.icon ? `${speaker.icon} ` : ''}${speaker.name}`))
  const lines = cleanLines(question)
  const head = speaker.name === '' ? [] : [`? ${name} ${style.dim(verbs.asks)}`]
  return [
    ...head,
    ...lines.flatMap((text, index) =>
      wrap([{ text }], width, { first: head.length === 0 && index === 0 ? '? ' : '  ', rest: '  ' }),
    ),
    ...options.map((option, index) => shorten(`  ${index + 1}  ${option}`, width)),
  ]
}
