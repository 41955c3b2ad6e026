import type { SeatedTeam } from '@convene/domain'
import { describeBand, isSideBySide } from '../view/bands.ts'
import type { Entry, View } from '../view/view.ts'
import { entryHeight } from './row-height.ts'

/** The most entries per cell. More start a new row, so that a long column stays a list of short rows. */
const MOST = 4
const MOST_CHARACTERS = 2_000

export type TranscriptRow =
  | {
      readonly kind: 'band'
      readonly key: string
      /** Its first entry. */
      readonly first: string
      readonly band: string
      readonly title: string
      readonly blind: boolean
    }
  | {
      /** A turn in a conversation, or something that concerns everyone. */
      readonly kind: 'strip'
      readonly key: string
      readonly entry: string
      /** Somebody's turn, and not a note between turns. */
      readonly isTurn: boolean
    }
  | {
      readonly kind: 'cells'
      readonly key: string
      readonly band: string
      readonly cells: Cells
    }

export type Cells = { readonly [agent: string]: readonly string[] }

/** The rows of a list of entries, with the state needed to append more. */
export type TranscriptRows = {
  readonly rows: readonly TranscriptRow[]
  /** For each row, the index of its first entry. */
  readonly starts: readonly number[]
  readonly order: readonly string[]
  readonly shape: TranscriptShape
  /** Whether band titles name their run. */
  readonly isOneOfMany: boolean
}

/** One after another, or with the independent answers of a run next to each other. */
export type TranscriptShape = 'stream' | 'columns'

type Begun = { readonly rows: TranscriptRow[]; readonly starts: number[]; readonly from: number }
type Open = { readonly start: number; readonly cells: { [agent: string]: string[] } }

/**
 * The session as rows: a title per band, independent answers next to each other if there are columns, and full-width
 * turns otherwise. If the list has only grown, earlier rows are kept, except the last if entries were appended and the
 * first if entries were prepended.
 */
export function transcriptRows(
  view: View,
  all: readonly string[],
  shape: TranscriptShape,
  before?: TranscriptRows,
): TranscriptRows {
  // Before rows are compared: an entry in the middle may become visible later.
  const order = all.filter((key) => isVisible(view.entries.get(key)))
  if (!before || before.shape !== shape || before.isOneOfMany !== isOneOfMany(view)) return madeRows(view, order, shape)
  return prepended(view, order, before) ?? madeRows(view, order, shape, before)
}

const isOneOfMany = ({ session }: View): boolean => (session.run?.number ?? 0) > 1

/** Keeps rows the user may be reading when the beginning of the log arrives. */
function prepended(view: View, order: readonly string[], before: TranscriptRows): TranscriptRows | null {
  const found = order.length - before.order.length
  const first = before.starts.findIndex((start) => start >= before.order.length - sameEnd(before.order, order))
  if (found <= 0 || first < 0 || order[0] === before.order[0]) return null
  const kept = before.rows.slice(first)
  if (kept.some((row) => row.kind === 'band' && view.entries.get(row.first)?.band !== row.band)) return null
  const head = madeRows(view, order.slice(0, found + (before.starts[first] ?? 0)), before.shape)
  const isAgain = kept[0]?.kind === 'band' && head.rows.findLast((row) => row.kind === 'band')?.band === kept[0].band
  const skipped = isAgain ? 1 : 0
  const starts = before.starts.slice(first + skipped).map((start) => start + found)
  return { ...head, order, rows: [...head.rows, ...kept.slice(skipped)], starts: [...head.starts, ...starts] }
}

function madeRows(
  view: View,
  order: readonly string[],
  shape: TranscriptShape,
  before?: TranscriptRows,
): TranscriptRows {
  const { entries } = view
  const aside = withoutColumn(view.session.run?.team)
  const { rows, starts, from } = begun(order, before)
  let band = rows.findLast((row) => row.kind === 'band')?.band ?? ''
  let open: Open | null = null
  const add = (start: number, row: TranscriptRow) => {
    rows.push(row)
    starts.push(start)
  }
  const close = () => {
    if (open) add(open.start, { kind: 'cells', key: `cells:${order[open.start]}`, band, cells: open.cells })
    open = null
  }
  for (let index = from; index < order.length; index += 1) {
    const key = order[index] ?? ''
    const entry = entries.get(key)
    if (!entry) continue
    if (entry.band !== band) {
      close()
      band = entry.band
      add(index, { kind: 'band', key: `band:${key}`, first: key, band, ...describeBand(band, isOneOfMany(view)) })
    }
    const isTurn = !isInColumns(view, band, shape)
    if (isTurn || isStrip(entry, aside)) {
      close()
      add(index, { kind: 'strip', key, entry: key, isTurn: isTurn && entry.agent !== '' })
      continue
    }
    if (isFull(entries, open?.cells[entry.agent] ?? [])) close()
    open ??= { start: index, cells: {} }
    open.cells[entry.agent] ??= []
    open.cells[entry.agent]?.push(key)
  }
  close()
  return { rows, starts, order, shape, isOneOfMany: isOneOfMany(view) }
}

const isInColumns = (view: View, band: string, shape: TranscriptShape): boolean =>
  shape === 'columns' && isSideBySide(view, band)

/** The earlier rows to keep. The last one may grow, so it is rebuilt with the title above it. */
function begun(order: readonly string[], before: TranscriptRows | undefined): Begun {
  const same = before ? sameLength(before.order, order) : 0
  const last = before?.starts.findLast((start) => start < same) ?? 0
  const count = before?.starts.indexOf(last) ?? 0
  if (!before || count < 1) return { rows: [], starts: [], from: 0 }
  return { rows: before.rows.slice(0, count), starts: before.starts.slice(0, count), from: last }
}

/** The length of the common prefix. */
function sameLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  for (let index = 0; index < most; index += 1) if (one[index] !== other[index]) return index
  return most
}

/** The length of the common suffix. */
function sameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count += 1
  return count
}

/** Depends only on finished text, so a closed row stays closed and nothing moves while it is read. */
function isFull(entries: View['entries'], cell: readonly string[]): boolean {
  const characters = cell.reduce((sum, key) => sum + lengthOf(entries.get(key)), 0)
  return cell.length >= MOST || characters > MOST_CHARACTERS
}

const lengthOf = (entry: Entry | undefined): number => (entry?.kind === 'said' ? entry.text.length : 0)

const isVisible = (entry: Entry | undefined): boolean =>
  entry !== undefined && entry.level !== 'full' && entry.kind !== 'opening'

const isStrip = ({ agent, kind }: Entry, aside: readonly string[]): boolean =>
  agent === '' || aside.includes(agent) || kind === 'ending' || kind === 'scored' || kind === 'handover'

/** Agents without a column: lead and judge, if several members answer. */
export function withoutColumn(team: SeatedTeam | undefined): readonly string[] {
  if (!team || team.members.length < 2) return []
  const members = team.members.map(({ slug }) => slug)
  return [team.lead, team.judge].flatMap((seat) => (seat && !members.includes(seat.slug) ? [seat.slug] : []))
}

/** Agents with a column: the seats, then any other active agent. */
export function columnAgents(seats: readonly string[], rows: readonly TranscriptRow[]): readonly string[] {
  const agents = new Set(seats)
  for (const row of rows) if (row.kind === 'cells') for (const agent in row.cells) agents.add(agent)
  return [...agents]
}

/** Characters per line across the whole width. */
const ACROSS = 150

/** The estimated row height in pixels, from its fullest cell. */
export function rowHeight({ entries }: View, row: TranscriptRow, columns: number): number {
  if (row.kind === 'band') return 36
  const characters = Math.max(30, ACROSS / Math.max(1, columns))
  const tall = (keys: readonly string[]) =>
    keys.reduce((sum, key) => sum + entryHeight(entries.get(key), characters), 24)
  return row.kind === 'strip' ? tall([row.entry]) : Math.max(...Object.values(row.cells).map(tall))
}

/** The place of the row that shows an entry. */
export const transcriptRowOf = (rows: readonly TranscriptRow[], key: string): number =>
  rows.findIndex((row) =>
    row.kind === 'cells' ? Object.values(row.cells).some((cell) => cell.includes(key)) : row.key === key,
  )
