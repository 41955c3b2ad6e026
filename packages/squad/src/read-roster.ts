import { type MarkdownLine, squadLines } from './lines.ts'
import { isMembersHeading, isSquadPlaceholder, target, withoutMarkdown, withoutPictures } from './plain-text.ts'
import { type RosterBlock, rosterBlocks } from './roster-blocks.ts'
import { columnOf, type MarkdownTable, nameColumn, type TableRow, tablesIn } from './tables.ts'
import { teamName } from './team-name.ts'

/** Someone in the table of members. `charter` is the charter's location according to the table. */
export type RosterMember = {
  readonly name: string
  readonly role: string
  readonly charter: string
  readonly line: number
}

export type Oddity = { readonly line?: number; readonly message: string }

/** The content of team.md. */
export type Roster = {
  readonly name: string
  readonly mode: string
  readonly members: readonly RosterMember[]
  readonly oddities: readonly Oddity[]
}

/** Reads team.md. Never fails: what cannot be read is reported as an oddity. */
export function readRoster(text: string, folder: string): Roster {
  const lines = squadLines(text)
  const mode = modeIn(lines)
  const table = rosterTable(lines)
  const read = table ? membersIn(table) : membersIn(blockTable(lines))
  const oddities = [...mode.oddities]
  if (table && !table.ruled)
    oddities.push({ line: table.header.number, message: 'the table has no line of dashes under its header' })
  if (!table && read.members.length + read.oddities.length === 0)
    oddities.push({ message: 'has no table of members: one with a column Name under a heading Members' })
  return {
    name: teamName(lines, folder),
    mode: mode.mode,
    members: read.members,
    oddities: [...oddities, ...read.oddities],
  }
}

/** The headings that name members if no table does. `own` means that they are under Members. */
export function memberBlocks(lines: readonly MarkdownLine[]): {
  readonly blocks: readonly RosterBlock[]
  readonly own: boolean
} {
  const { blocks, own } = rosterBlocks(lines)
  const read = blocks.filter((block) => {
    const reading = readRow(blockRow(block), blockColumns)
    return reading && 'member' in reading
  })
  const first = read.filter(({ name }, index) => read.findIndex((other) => isSame(other.name, name)) === index)
  return { blocks: first, own: own && first.length > 0 }
}

const isSame = (one: string, other: string): boolean =>
  withoutPictures(withoutMarkdown(one)).toLowerCase() === withoutPictures(withoutMarkdown(other)).toLowerCase()

const blockColumns = { name: 0, role: 1, charter: 2, status: 3 } as const

const blockRow = ({ name, role, charter, status, start }: RosterBlock): TableRow => ({
  number: start,
  cells: [name, role, charter, status],
})

/** Headings follow the same rules as a table. */
const blockTable = (lines: readonly MarkdownLine[]): MarkdownTable => ({
  under: [],
  header: { number: 0, cells: ['Name', 'Role', 'Charter', 'Status'] },
  ruled: true,
  rows: rosterBlocks(lines).blocks.map(blockRow),
  end: 0,
})

/** The table under Members. Without such a heading, the first one with names and at least one member. */
export function rosterTable(lines: readonly MarkdownLine[]): MarkdownTable | undefined {
  const tables = tablesIn(lines)
  const heading = ({ under }: MarkdownTable) => withoutMarkdown(under.at(-1)?.text ?? '').toLowerCase()
  const own = tables.find((table) => isMembersHeading(heading(table)))
  if (own) return own
  if (memberBlocks(lines).own) return undefined
  const named = tables.filter(
    (table) => nameColumn(table.header) !== -1 && !/coordinator|copilot|coding agent|alumni/u.test(heading(table)),
  )
  const usual = named.toSorted((a, b) => Number(isByAgent(a)) - Number(isByAgent(b)))
  return usual.find((table) => membersIn(table).members.length > 0) ?? usual[0]
}

const isByAgent = ({ header }: MarkdownTable): boolean => columnOf(header, /^agent$/u) === nameColumn(header)

type Columns = { readonly name: number; readonly role: number; readonly charter: number; readonly status: number }

export function columnsOf(header: TableRow): Columns {
  return {
    name: Math.max(0, nameColumn(header)),
    role: columnOf(header, /^(?:role|title|responsibility|specialty|speciality)s?$/u),
    charter: columnOf(header, /^charter(?: (?:file|path))?$/u),
    status: columnOf(header, /^(?:status|state|active)$/u),
  }
}

function membersIn(table: MarkdownTable): {
  readonly members: readonly RosterMember[]
  readonly oddities: readonly Oddity[]
} {
  const columns = columnsOf(table.header)
  const members: RosterMember[] = []
  const oddities: Oddity[] = []
  const known = new Set<string>()
  for (const row of table.rows) {
    const reading = readRow(row, columns)
    if (!reading) continue
    if ('oddity' in reading) {
      oddities.push({ line: row.number, message: reading.oddity })
      continue
    }
    const { member } = reading
    if (known.has(member.name.toLowerCase()))
      oddities.push({ line: row.number, message: `${member.name} is already listed, so this row is not used` })
    else members.push(member)
    known.add(member.name.toLowerCase())
  }
  return { members, oddities }
}

type RowReading = { readonly member: RosterMember } | { readonly oddity: string } | undefined

/** The member that a row is about, or undefined if it is not about one. */
export function readRow({ cells, number }: TableRow, columns: Columns): RowReading {
  const cell = (column: number): string => (column === -1 ? '' : (cells[column] ?? ''))
  const written = cell(columns.name)
  const name = withoutPictures(withoutMarkdown(written))
  const role = withoutPictures(withoutMarkdown(cell(columns.role)))
  if (isSquadPlaceholder(name) || isSquadPlaceholder(role))
    return { oddity: `${name || 'a row'} was never filled in, so this row is not used` }
  if (name === '') return { oddity: 'a row without a name is not used' }
  if (isNoMember(name, role)) return undefined
  if (/^\s*~~/u.test(written) || isSetAside(cells, columns)) return undefined
  if (/(?:^|[\\/])\.{1,2}(?:[\\/]|$)|^[\\/~]|^[a-z]:[\\/]/iu.test(name))
    return { oddity: `"${name}" is a path, not a name, so this row is not used` }
  return { member: { name: name.slice(0, 50).trim(), role, charter: target(cell(columns.charter)), line: number } }
}

/** Roles that route, record or watch do none of the work here: the program does that. */
export function isNoMember(name: string, role: string): boolean {
  const called = name.toLowerCase()
  if (/^(?:@?copilot|scribe|ralph|coordinator|_alumni)$|^@copilot\b|^_alumni\//u.test(called)) return true
  return /^(?:(?:squad|team) )?coordinator$|^(?:silent )?scribe$|^session logger$|^(?:work )?monitor$|^@?copilot$|^_?alumni$|^silent$/u.test(
    role.toLowerCase(),
  )
}

/** By the status column or, without one, by a cell that says only that. */
function isSetAside(cells: readonly string[], columns: Columns): boolean {
  const status = withoutMarkdown(cells[columns.status] ?? '').toLowerCase()
  if (columns.status !== -1)
    return /\b(?:inactive|not active|monitor|silent|retired|archived|disabled)\b|_?alumni\b|^no$/u.test(status)
  const others = cells.filter((_, column) => column !== columns.name && column !== columns.charter)
  return others.some((cell) => /^(?:inactive|monitor|silent|_?alumni)$/iu.test(withoutPictures(withoutMarkdown(cell))))
}

const modes: { readonly [written: string]: string } = {
  broadcast: 'broadcast',
  sequential: 'sequential',
  orchestrate: 'orchestrate',
  orchestrator: 'orchestrate',
  reflect: 'reflect',
  'orchestrator-reflect': 'reflect',
}

/** The mode of a roster that names none. */
export const USUAL_MODE = 'reflect'

/** The first line that sets a mode. Others that look like one are reported: `mode` is also an ordinary word. */
function modeIn(lines: readonly MarkdownLine[]): { readonly mode: string; readonly oddities: readonly Oddity[] } {
  const oddities: Oddity[] = []
  for (const line of lines) {
    const written = modeLine(line)
    if (written === undefined) continue
    const mode = Object.hasOwn(modes, written) ? modes[written] : undefined
    if (mode) return { mode, oddities }
    const message = `unknown mode "${written.slice(0, 50)}". Modes: ${Object.keys(modes).join(', ')}. Without one, ${USUAL_MODE} is used`
    oddities.push({ line: line.number, message })
  }
  return { mode: USUAL_MODE, oddities }
}

/** The text after `mode:`, in a list or not. */
function modeLine({ text, aside }: MarkdownLine): string | undefined {
  const found = aside ? undefined : /^\s{0,8}(?:[-*+]\s+)?(?:\*\*)?mode(?:\*\*)?\s?:(.*)$/iu.exec(text.slice(0, 500))
  return found ? withoutMarkdown(found[1] ?? '').toLowerCase() : undefined
}

/** Whether a line sets a known mode. */
export function setsMode(line: MarkdownLine): boolean {
  const written = modeLine(line)
  return written !== undefined && Object.hasOwn(modes, written)
}
