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
      readonly band: string
      readonly title: string
      readonly blind: boolean
    }
  | { readonly kind: 'strip'; readonly key: string; readonly entry: string }
  | { readonly kind: 'cells'; readonly key: string; readonly band: string; readonly cells: Cells }

export type Cells = { readonly [agent: string]: readonly string[] }

type Open = { readonly key: string; readonly band: string; readonly cells: { [agent: string]: string[] } }

/**
 * The session as rows across the lanes: a title for each band, what concerns everybody, and the agents side by side. Those
 * who stand aside, such as a lead, speak to everybody.
 */
export function laneRows(
  { entries, runs }: View,
  order: readonly string[],
  aside: readonly string[],
): readonly LaneRow[] {
  const rows: LaneRow[] = []
  let band = ''
  let open: Open | null = null
  const close = () => {
    if (open) rows.push({ kind: 'cells', ...open })
    open = null
  }
  for (const key of order) {
    const entry = entries.get(key)
    if (!entry || isHidden(entry)) continue
    if (entry.band !== band) {
      close()
      band = entry.band
      rows.push({ kind: 'band', key: `band:${key}`, band, ...describeBand(band, runs.length) })
    }
    if (isStrip(entry) || aside.includes(entry.agent)) {
      close()
      rows.push({ kind: 'strip', key, entry: key })
      continue
    }
    if (isFull(entries, open?.cells[entry.agent] ?? [])) close()
    open ??= { key: `cells:${key}`, band, cells: {} }
    open.cells[entry.agent] ??= []
    open.cells[entry.agent]?.push(key)
  }
  close()
  return rows
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
  const others = rows.flatMap((row) => (row.kind === 'cells' ? Object.keys(row.cells) : []))
  return [...new Set([...seats, ...others])]
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
