import { type MarkdownLine, squadHeading, squadLines } from './lines.ts'
import { withoutMarkdown, withoutPictures } from './plain-text.ts'
import { columnsOf, memberBlocks, readRow, rosterTable, setsMode } from './read-roster.ts'
import { blockLines, type RosterBlock } from './roster-blocks.ts'
import type { MarkdownTable, TableRow } from './tables.ts'
import { teamName } from './team-name.ts'

/** A member's row. `was` is its current name in the table, if it is there. */
export type RowContent = {
  readonly name: string
  readonly was?: string
  readonly role: string
  readonly charter: string
}

export type RosterContent = {
  readonly name: string
  /** Undefined keeps what the file says. */
  readonly mode?: string
  readonly members: readonly RowContent[]
  /** The folder's name, which a team without another name uses. */
  readonly folder: string
}

/** A new team.md. */
export function newRoster({ name, mode, members }: RosterContent): string {
  const rows = members.map(
    ({ name: who, role, charter }) => `| ${cell(who)} | ${cell(role)} | \`${charter}\` | Active |`,
  )
  const head = [...titleLines(name), ...(mode === undefined ? [] : ['', `mode: ${mode}`])]
  return [...head, '', '## Members', '', ...tableHead, ...rows, ''].join('\n')
}

const tableHead = ['| Name | Role | Charter | Status |', '|------|------|---------|--------|']

/** A title that is read as this name. If the title alone says nothing, the name goes below it. */
function titleLines(name: string): readonly string[] {
  const title = `# ${name}`
  return teamName(squadLines(title), '') === name && name !== 'Squad' ? [title] : ['# Squad Team', '', `> ${name}`]
}

/** team.md with these members, this name and this mode, and everything else unchanged, byte for byte. */
export function editRoster(text: string, content: RosterContent): string {
  const pieces = text.split(/(?<=\r\n|\n|\r(?!\n))/u)
  const end = /\r\n/u.test(text) ? '\r\n' : '\n'
  const lines = squadLines(text)
  const edits = [...tableEdits(lines, content), ...modeEdit(lines, content), ...nameEdit(lines, content)]
  for (const edit of edits.toSorted((a, b) => b.from - a.from)) {
    const before = pieces[edit.from - 1]
    if (edit.texts.length > 0 && before !== undefined && !/[\r\n]$/u.test(before)) pieces[edit.from - 1] = before + end
    pieces.splice(edit.from, edit.count, ...edit.texts.map((each) => each + end))
  }
  return pieces.join('')
}

/** Lines that replace `count` lines from an index on. */
type Edit = { readonly from: number; readonly count: number; readonly texts: readonly string[] }

function tableEdits(lines: readonly MarkdownLine[], { members }: RosterContent): readonly Edit[] {
  const table = rosterTable(lines)
  const { blocks } = table ? { blocks: [] } : memberBlocks(lines)
  if (blocks.length > 0) return blockEdits(lines, blocks, members)
  if (!table) {
    const rows = members.map(({ name, role, charter }) => `| ${cell(name)} | ${cell(role)} | \`${charter}\` | Active |`)
    return [{ from: lines.length, count: 0, texts: ['', '## Members', '', ...tableHead, ...rows] }]
  }
  const columns = columnsOf(table.header)
  const slots = table.rows.filter((row) => isMember(row, table))
  const byName = new Map(slots.map((row) => [nameOf(row, table), row]))
  const texts = members.map((member) => {
    const row = member.was === undefined ? undefined : byName.get(member.was)
    return row ? changedRow(lines, row, member, columns) : newRow(table, member)
  })
  return fill(slots, texts, table)
}

/** The members' blocks, in the places of the existing ones. */
function blockEdits(
  lines: readonly MarkdownLine[],
  blocks: readonly RosterBlock[],
  members: readonly RowContent[],
): readonly Edit[] {
  const texts = members.map((member) => {
    const block = blocks.find(({ name }) => withoutPictures(withoutMarkdown(name)) === member.was)
    return blockLines(lines, block, member)
  })
  return blocks.map(({ start, end }, index) => {
    const here = index === blocks.length - 1 ? texts.slice(index) : texts.slice(index, index + 1)
    return { from: start - 1, count: end - start + 1, texts: here.flatMap(apart) }
  })
}

/** A block ends with a blank line, or the next heading would be too close. */
const apart = (texts: readonly string[]): readonly string[] => (texts.at(-1)?.trim() === '' ? texts : [...texts, ''])

/** Puts the texts into the members' rows in order. Extra rows are removed, and extra texts follow the last row. */
function fill(slots: readonly TableRow[], texts: readonly string[], table: MarkdownTable): readonly Edit[] {
  const edits: Edit[] = slots.map((row, index) => {
    const isLast = index === slots.length - 1
    const here = isLast ? texts.slice(index) : texts.slice(index, index + 1)
    return { from: row.number - 1, count: 1, texts: here }
  })
  const after = table.rows.length === 0 ? table.end : table.header.number + (table.ruled ? 1 : 0)
  return slots.length > 0 ? edits : [{ from: after, count: 0, texts }]
}

function isMember(row: TableRow, table: MarkdownTable): boolean {
  const reading = readRow(row, columnsOf(table.header))
  if (!reading || !('member' in reading)) return false
  const first = table.rows.find((each) => {
    const other = readRow(each, columnsOf(table.header))
    return other && 'member' in other && other.member.name.toLowerCase() === reading.member.name.toLowerCase()
  })
  return first === row
}

function nameOf(row: TableRow, table: MarkdownTable): string {
  const reading = readRow(row, columnsOf(table.header))
  return reading && 'member' in reading ? reading.member.name : ''
}

/** The row unchanged if nothing differs, or else with the changed cells. */
function changedRow(
  lines: readonly MarkdownLine[],
  row: TableRow,
  member: RowContent,
  columns: ReturnType<typeof columnsOf>,
): string {
  const reading = readRow(row, columns)
  const text = lines[row.number - 1]?.text ?? ''
  if (!reading || !('member' in reading)) return text
  const changes = new Map<number, string>()
  if (reading.member.name !== member.name) changes.set(columns.name, member.name)
  if (columns.role !== -1 && reading.member.role !== member.role) changes.set(columns.role, member.role)
  if (changes.size === 0) return text
  const width = Math.max(row.cells.length, ...[...changes.keys()].map((column) => column + 1))
  const cells = Array.from({ length: width }, (_, column) => {
    const changed = changes.get(column)
    return changed === undefined ? (row.cells[column] ?? '') : cell(changed)
  })
  return `| ${cells.join(' | ')} |`
}

function newRow(table: MarkdownTable, member: RowContent): string {
  const columns = columnsOf(table.header)
  const cells = table.header.cells.map((_, column) => {
    if (column === columns.name) return cell(member.name)
    if (column === columns.role) return cell(member.role)
    if (column === columns.charter) return `\`${member.charter}\``
    return column === columns.status ? 'Active' : '—'
  })
  return `| ${cells.join(' | ')} |`
}

const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|')

function modeEdit(lines: readonly MarkdownLine[], { mode }: RosterContent): readonly Edit[] {
  if (mode === undefined) return []
  const at = lines.findIndex(setsMode)
  if (at !== -1) return [{ from: at, count: 1, texts: [`mode: ${mode}`] }]
  const title = lines.findIndex((line) => squadHeading(line)?.level === 1)
  const second = lines.findIndex((line, index) => index > title && squadHeading(line) !== undefined)
  return [{ from: second === -1 ? lines.length : second, count: 0, texts: [`mode: ${mode}`, ''] }]
}

function nameEdit(lines: readonly MarkdownLine[], { name, folder }: RosterContent): readonly Edit[] {
  if (teamName(lines, folder) === name) return []
  const title = lines.findIndex((line) => squadHeading(line)?.level === 1)
  const texts = titleLines(name)
  return title === -1 ? [{ from: 0, count: 0, texts: [...texts, ''] }] : [{ from: title, count: 1, texts }]
}
