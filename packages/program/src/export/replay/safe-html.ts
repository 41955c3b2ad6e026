import { clean } from '@convene/domain'

/** Text as it may stand in a page: no tag, no entity, no quote of it is ours. */
export const escapeHtml = (text: string): string =>
  clean(text).replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`)

/** Markdown as inert HTML: headings, lists, code and emphasis. Links are shown and lead nowhere; nothing is loaded. */
export function markdownHtml(text: string): string {
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
      html += proseHtml(prose.join('\n'))
      prose = []
      code = { fence, lines: [] }
    }
  }
  endCode()
  return html + proseHtml(prose.join('\n'))
}

function proseHtml(text: string): string {
  return text
    .split(/\n{2,}/u)
    .map((block) => block.replace(/^\n+|\s+$/gu, ''))
    .filter((block) => block !== '')
    .map(blockHtml)
    .join('')
}

function blockHtml(block: string): string {
  const [, marks, heading] = /^(#{1,6}) ([^\n]+)\n?/u.exec(block) ?? []
  if (marks !== undefined && heading !== undefined) {
    const level = Math.min(6, marks.length + 2)
    const rest = block.slice(block.indexOf('\n') < 0 ? block.length : block.indexOf('\n') + 1)
    return `<h${level}>${inlineHtml(heading)}</h${level}>${rest.trim() === '' ? '' : blockHtml(rest.trimStart())}`
  }
  const runs = Map.groupBy(runsOf(block.split('\n')), ({ number }) => number)
  return [...runs.values()].map(runHtml).join('')
}

type NumberedLine = { readonly line: string; readonly isItem: boolean; readonly number: number }

const item = /^\s*(?:[-*•]|\d+[.)]) /u

/** Lines with the number of their run: items of a list stand together, and so do other lines. */
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
  return `<ul>${run.map(({ line }) => `<li>${inlineHtml(line.replace(item, ''))}</li>`).join('')}</ul>`
}

/** After escaping: what stands between the marks can hold no tag any more. */
function inlineHtml(line: string): string {
  return escapeHtml(line)
    .replaceAll(/`([^`]+)`/gu, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/gu, '<strong>$1</strong>')
    .replaceAll(/(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/gu, '<em>$1</em>')
    .replaceAll(/\[(m\d{1,6})\]/gu, '<a class="cite" href="#$1">$1</a>')
}
