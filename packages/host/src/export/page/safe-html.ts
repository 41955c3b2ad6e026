import { citedOnce, clean, withoutStart } from '@convene/domain'

/** Text escaped for a page: it adds no tag, entity or quote. */
export const escapeHtml = (text: string): string =>
  clean(text).replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Markdown as inert HTML: headings, lists, code and emphasis. Links are shown but lead nowhere, and nothing is loaded.
 */
export function markdownHtml(text: string): string {
  const open: number[] = []
  let html = ''
  let prose: string[] = []
  let code: { readonly fence: string; readonly lines: string[] } | undefined
  const endCode = () => {
    if (code) html += `<pre><code>${escapeHtml(code.lines.map((line) => `${line}\n`).join(''))}</code></pre>`
    code = undefined
  }
  for (const line of clean(text).split('\n')) {
    const [, fence] = /^\s{0,3}(`{3,})[^`]*$/u.exec(line) ?? []
    if (code && fence !== undefined && fence.length >= code.fence.length) endCode()
    else if (code) code.lines.push(line)
    else if (fence === undefined) prose.push(line)
    else {
      html += proseHtml(prose.join('\n'), open)
      prose = []
      code = { fence, lines: [] }
    }
  }
  endCode()
  return html + proseHtml(prose.join('\n'), open)
}

function proseHtml(text: string, open: number[]): string {
  return text
    .split(/\n{2,}/u)
    .map((block) => withoutStart(block, '\n').trimEnd())
    .filter((block) => block !== '')
    .map((block) => blockHtml(block, open))
    .join('')
}

/** `open` holds the levels of the headings above this block. Headings on its first lines take one line each. */
function blockHtml(block: string, open: number[]): string {
  const lines = block.split('\n')
  let html = ''
  let at = 0
  for (; at < lines.length; at += 1) {
    const [, marks = '', heading] = /^(#{1,6}) (.+)$/u.exec(lines[at] ?? '') ?? []
    if (heading === undefined) break
    const level = levelUnder(open, marks.length)
    html += `<h${level}>${inlineHtml(heading)}</h${level}>`
  }
  const rest = lines.slice(at)
  return rest.every((line) => line.trim() === '') ? html : html + linesHtml(rest)
}

function linesHtml(lines: readonly string[]): string {
  const table = tableHtml(lines)
  if (table !== undefined) return table
  const runs = Map.groupBy(runsOf(lines), ({ number }) => number)
  return [...runs.values()].map(runHtml).join('')
}

const MOST_CELLS = 5_000

/** A table if the second line consists of dashes between bars. One that is too large stays text. */
function tableHtml(lines: readonly string[]): string | undefined {
  const [head = '', dashes = '', ...rows] = lines
  if (!head.includes('|') || !dashes.includes('|') || !/^[\s|:-]+$/u.test(dashes) || !dashes.includes('-'))
    return undefined
  const width = cellsOf(head).length
  if (width * rows.length > MOST_CELLS) return undefined
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${Array.from({ length: width }, (_, at) => `<${tag}>${inlineHtml(cells[at] ?? '')}</${tag}>`).join('')}</tr>`
  return `<table>${row(cellsOf(head), 'th')}${rows.map((line) => row(cellsOf(line), 'td')).join('')}</table>`
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/u, '')
    .replace(/(?<!\\)\|$/u, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** Below the speakers' names, and never more than one level below the heading above. */
function levelUnder(open: number[], marks: number): number {
  while ((open.at(-1) ?? 0) >= marks) open.pop()
  return Math.min(6, open.push(marks) + 2)
}

type NumberedLine = { readonly line: string; readonly isItem: boolean; readonly number: number }

const item = /^\s*(?:[-*•]|\d+[.)]) /u

/** Lines with the number of their run: list items form runs, and so do other lines. */
function runsOf(lines: readonly string[]): readonly NumberedLine[] {
  let number = 0
  let before: boolean | undefined
  return lines.map((line) => {
    const isItem = item.test(line)
    if (before !== undefined && before !== isItem) number += 1
    before = isItem
    return { line, isItem, number }
  })
}

function runHtml(run: readonly NumberedLine[]): string {
  if (!run[0]?.isItem) return `<p>${run.map(({ line }) => inlineHtml(line)).join('<br>')}</p>`
  const list = /^\s*\d/u.test(run[0].line) ? 'ol' : 'ul'
  return `<${list}>${run.map(({ line }) => `<li>${inlineHtml(line.replace(item, ''))}</li>`).join('')}</${list}>`
}

/** After escaping: the text between the marks can no longer contain a tag. */
function inlineHtml(line: string): string {
  return escapeHtml(citedOnce(line))
    .replaceAll(/`([^`]+)`/gu, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/gu, '<strong>$1</strong>')
    .replaceAll(/(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/gu, '<em>$1</em>')
    .replaceAll(/\[(m\d{1,6}(?:, ?m\d{1,6}){0,50})\]/gu, (_, ids: string) =>
      ids
        .split(/, ?/u)
        .map((id) => `<a class="cite" href="#${id}">${id}</a>`)
        .join(' '),
    )
}
