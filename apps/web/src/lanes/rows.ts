import type { SeatedTeam } from '@convene/domain'
import { describeBand } from '../session/bands.ts'
import type { Entry, View } from '../session/view.ts'
import { entryHeight } from '../timeline/row-height.ts'

/** More than this in one cell makes a new row, so that a long lane is still a list of short rows. */
const MOST = 6
const MOST_CHARACTERS = 2_000

export type LaneRow =
  | {
      readonly kind: 'band'
      readonly key: string
      /** The entry it begins with. */
      readonly first: string
      readonly band: string
      readonly title: string
      readonly blind: boolean
    }
  | { readonly kind: 'strip'; readonly key: string; readonly entry: string }
  | { readonly kind: 'cells'; readonly key: string; readonly band: string; readonly cells: Cells }

export type Cells = { readonly [agent: string]: readonly string[] }

/** The rows of an order of entries, with what is needed to continue when more comes. */
export type LaneRows = {
  readonly rows: readonly LaneRow[]
  /** For each row, where in the order its first entry stands. */
  readonly starts: readonly number[]
  readonly order: readonly string[]
  readonly aside: readonly string[]
  /** Whether the titles of bands name their run. */
  readonly isOneOfMany: boolean
}

type Begun = { readonly rows: LaneRow[]; readonly starts: number[]; readonly from: number }
type Open = { readonly start: number; readonly cells: { [agent: string]: string[] } }

/**
 * The session as rows across the lanes: a title for each band, what concerns everybody, and the agents side by side. Those
 * who stand aside, such as a lead, speak to everybody. Rows of the order before are kept where it has only grown: but for
 * the last where more has come, and the first where more was found before it.
 */
export function laneRows(view: View, order: readonly string[], aside: readonly string[], before?: LaneRows): LaneRows {
  const isSame = before?.aside.join() === aside.join() && before.isOneOfMany === view.runs.length > 1
  if (!before || !isSame) return madeRows(view, order, aside)
  return prepended(view, order, before) ?? madeRows(view, order, aside, before)
}

/** Rows that somebody may be reading stay as they are when the beginning of the log has been read. */
function prepended(view: View, order: readonly string[], before: LaneRows): LaneRows | null {
  const found = order.length - before.order.length
  const first = before.starts.findIndex((start) => start >= before.order.length - sameEnd(before.order, order))
  if (found <= 0 || first < 0 || order[0] === before.order[0]) return null
  const kept = before.rows.slice(first)
  if (kept.some((row) => row.kind === 'band' && view.entries.get(row.first)?.band !== row.band)) return null
  const head = madeRows(view, order.slice(0, found + (before.starts[first] ?? 0)), before.aside)
  const isAgain = kept[0]?.kind === 'band' && head.rows.findLast((row) => row.kind === 'band')?.band === kept[0].band
  const skipped = isAgain ? 1 : 0
  const starts = before.starts.slice(first + skipped).map((start) => start + found)
  return { ...head, order, rows: [...head.rows, ...kept.slice(skipped)], starts: [...head.starts, ...starts] }
}

function madeRows(view: View, order: readonly string[], aside: readonly string[], before?: LaneRows): LaneRows {
  const { entries, runs } = view
  const { rows, starts, from } = begun(order, before)
  let band = rows.findLast((row) => row.kind === 'band')?.band ?? ''
  let open: Open | null = null
  const add = (start: number, row: LaneRow) => {
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
    if (!entry || isHidden(entry)) continue
    if (entry.band !== band) {
      close()
      band = entry.band
      add(index, { kind: 'band', key: `band:${key}`, first: key, band, ...describeBand(band, runs.length) })
    }
    if (isStrip(entry) || aside.includes(entry.agent)) {
      close()
      add(index, { kind: 'strip', key, entry: key })
      continue
    }
    if (isFull(entries, open?.cells[entry.agent] ?? [])) close()
    open ??= { start: index, cells: {} }
    open.cells[entry.agent] ??= []
    open.cells[entry.agent]?.push(key)
  }
  close()
  return { rows, starts, order, aside, isOneOfMany: runs.length > 1 }
}

/** What stays of the rows before. The last of them may take more, and is made again, with the title above it. */
function begun(order: readonly string[], before: LaneRows | undefined): Begun {
  const same = before ? sameLength(before.order, order) : 0
  const last = before?.starts.findLast((start) => start < same) ?? 0
  const count = before?.starts.indexOf(last) ?? 0
  if (!before || count < 1) return { rows: [], starts: [], from: 0 }
  return { rows: before.rows.slice(0, count), starts: before.starts.slice(0, count), from: last }
}

/** How many entries at the beginning of both are the same. */
function sameLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  for (let index = 0; index < most; index += 1) if (one[index] !== other[index]) return index
  return most
}

/** How many entries at the end of both are the same. */
function sameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count += 1
  return count
}

/** What is written already decides: a row that was closed stays closed, and nothing moves while it is read. */
function isFull(entries: View['entries'], cell: readonly string[]): boolean {
  const characters = cell.reduce((sum, key) => sum + lengthOf(entries.get(key)), 0)
  return cell.length >= MOST || characters > MOST_CHARACTERS
}

const lengthOf = (entry: Entry | undefined): number => (entry?.kind === 'said' ? entry.text.length : 0)

const isHidden = (entry: Entry): boolean => entry.level === 'full' || entry.kind === 'opening'

const isStrip = (entry: Entry): boolean =>
  entry.agent === '' || entry.kind === 'ending' || entry.kind === 'scored' || entry.kind === 'handover'

/** Who has no lane: a lead and a judge where several members work side by side. */
export function asideOf(team: SeatedTeam | undefined): readonly string[] {
  if (!team || team.members.length < 2) return []
  const members = team.members.map(({ slug }) => slug)
  return [team.lead, team.judge].flatMap((seat) => (seat && !members.includes(seat.slug) ? [seat.slug] : []))
}

/** The agents that have a lane: the seats, then whoever else did something. */
export function laneAgents(seats: readonly string[], rows: readonly LaneRow[]): readonly string[] {
  const agents = new Set(seats)
  for (const row of rows) if (row.kind === 'cells') for (const agent in row.cells) agents.add(agent)
  return [...agents]
}

/** So many characters stand side by side across all lanes. */
const ACROSS = 150

/** About how tall a row is, in pixels: as tall as its fullest cell. */
export function rowHeight({ entries }: View, row: LaneRow, lanes: number): number {
  if (row.kind === 'band') return 36
  const characters = Math.max(30, ACROSS / Math.max(1, lanes))
  const tall = (keys: readonly string[]) =>
    keys.reduce((sum, key) => sum + entryHeight(entries.get(key), characters), 24)
  return row.kind === 'strip' ? tall([row.entry]) : Math.max(...Object.values(row.cells).map(tall))
}
