import { longestTicks } from '@convene/domain'
import TurndownService from 'turndown'
import type { PageElement } from './dom.ts'

/** The Markdown of an element: tables as tables, code in fences, links with their text. */
export function toMarkdown(root: PageElement): string {
  for (const marked of root.querySelectorAll(`[${MARK}], [${NUMBER}]`))
    for (const name of [MARK, NUMBER]) marked.removeAttribute(name)
  markTables(root)
  markItems(root)
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    blankReplacement: (_content, node) => blank(node as unknown as PageElement & { readonly isBlock: boolean }),
  })
  for (const [name, rule] of Object.entries(rules)) service.addRule(name, rule as TurndownService.Rule)
  return service.turndown(root as unknown as TurndownService.Node)
}

type Rule = {
  readonly filter: readonly string[] | string
  readonly replacement: (content: string, node: PageElement) => string
}

/** Marks cells and rows with their table, so that the rules do not have to search for it each time. */
const MARK = 'data-convene-table'
const NUMBER = 'data-convene-number'

const rules: Readonly<Record<string, Rule>> = {
  item: { filter: 'li', replacement: (content, node) => item(content, node) },
  code: { filter: 'pre', replacement: (_content, node) => fenced(node) },
  link: { filter: 'a', replacement: (content, node) => link(content, node) },
  image: { filter: 'img', replacement: (_content, node) => image(node) },
  struck: { filter: ['del', 's'], replacement: (content) => (content.trim() === '' ? '' : `~~${content}~~`) },
  cell: { filter: ['td', 'th'], replacement: (content, node) => cell(content, node) },
  row: { filter: 'tr', replacement: (content, node) => row(content, node) },
  section: { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content },
  table: { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` },
  caption: { filter: 'caption', replacement: (content) => `\n\n${oneLine(content)}\n\n` },
}

function markTables(root: PageElement): void {
  for (const table of root.querySelectorAll('table')) {
    if (!isData(table)) continue
    const rows = [...table.querySelectorAll('tr')]
    rows.forEach((each, index) => {
      each.setAttribute(MARK, index === 0 ? 'first' : 'row')
      for (const child of each.children) child.setAttribute(MARK, 'cell')
    })
  }
}

function markItems(root: PageElement): void {
  for (const list of root.querySelectorAll('ol')) {
    let number = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1
    for (const child of list.children) child.setAttribute(NUMBER, String(number++))
  }
}

/** Whether it is data. A table may also be used for layout. */
function isData(table: PageElement): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute('role') ?? '') || table.querySelector('table')) return false
  return [...table.querySelectorAll('tr')].some(({ children }) => children.length > 1)
}

function blank(node: PageElement & { readonly isBlock: boolean }): string {
  if (node.getAttribute(MARK) === 'cell') return cell('', node)
  return node.isBlock ? '\n\n' : ''
}

function cell(content: string, node: PageElement): string {
  if (node.getAttribute(MARK) !== 'cell') return `\n\n${content.trim()}\n\n`
  const spanned = Math.min(Number.parseInt(node.getAttribute('colspan') ?? '1', 10) || 1, 50)
  return `| ${oneLine(content).replaceAll('|', '\\|')} ${'|  '.repeat(Math.max(0, spanned - 1))}`
}

function row(content: string, node: PageElement): string {
  const mark = node.getAttribute(MARK)
  if (!mark) return `\n\n${content.trim()}\n\n`
  const line = `${content.replaceAll('\n', ' ').trim()} |\n`
  if (mark !== 'first') return line
  const columns = (line.match(/(?<!\\)\|/g)?.length ?? 2) - 1
  return `${line}|${' --- |'.repeat(Math.max(1, columns))}\n`
}

function item(content: string, node: PageElement): string {
  const marker = node.hasAttribute(NUMBER) ? `${node.getAttribute(NUMBER)}. ` : '- '
  return `${marker}${content.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`)}\n`
}

function fenced(node: PageElement): string {
  const text = node.textContent.replace(/^\n|\n$/g, '')
  const fence = '`'.repeat(Math.max(2, longestTicks(text)) + 1)
  const classes = `${node.getAttribute('class') ?? ''} ${node.querySelector('code')?.getAttribute('class') ?? ''}`
  const language = /\b(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(classes)?.[1] ?? ''
  return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
}

function link(content: string, node: PageElement): string {
  const text = oneLine(content)
  const address = node.getAttribute('href')
  if (text === '' || !address) return content
  return `[${text}](${inParentheses(address)})`
}

function image(node: PageElement): string {
  const text = oneLine(node.getAttribute('alt') ?? '').replace(/[[\]]/g, '')
  const address = node.getAttribute('src')
  return text === '' || !address ? text : `![${text}](${inParentheses(address)})`
}

const inParentheses = (address: string): string => address.replaceAll('(', '%28').replaceAll(')', '%29')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
