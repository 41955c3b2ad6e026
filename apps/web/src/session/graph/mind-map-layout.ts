import type { PositionView } from '@convene/domain'
import type { Matrix, Option } from '../view/matrix.ts'

/** Sizes in pixels. Between two rounds there is room for the sentence at a bend. */
export const MAP = { gutter: 176, row: 40, padding: 12, gap: 12, head: 36, label: 208, labelHeight: 76 }
const LEAST_COLUMN = MAP.label + 16
/** From the middle of a bend to its sentence. */
const BESIDE = { x: 16, y: 6 }
/** Without room for sentences between the rounds: they are listed below, and an option's text is above its lines. */
const COMPACT = { least: MAP.row + 4, most: 160, head: 24 }

/** Positions for the same option over all rounds. A null option is for abstentions. */
export type Band = { readonly option: Option | null; readonly y: number; readonly height: number }

/** One agent's position in one round. */
export type Stop = {
  readonly agent: string
  readonly round: number
  readonly x: number
  readonly y: number
  readonly option: Option | null
  readonly position: PositionView
}

export type Flow = { readonly from: Stop; readonly to: Stop; readonly isBend: boolean }

/** A change of mind, and the place of its sentence. */
export type Bend = Flow & {
  readonly x: number
  readonly y: number
  /** The sentence ends right above the line. */
  readonly isAbove: boolean
}

export type MindMapLayout = {
  readonly width: number
  readonly height: number
  /** Whether the map itself has no room for the sentences. */
  readonly isCompact: boolean
  readonly bands: readonly Band[]
  readonly columns: readonly { readonly round: number; readonly x: number }[]
  readonly stops: readonly Stop[]
  readonly flows: readonly Flow[]
  readonly bends: readonly Bend[]
}

/**
 * Positions as a flow: a column per round, a band per option, a line per agent, and a sentence at each bend. It fills
 * the available width. On a phone it is compact, and exceeds that width only after many rounds.
 */
export function mindMapOf(matrix: Matrix, room: number): MindMapLayout {
  const { isCompact, gutter, head, apartBy } = frameOf(matrix.rounds.length, room)
  const bands = bandsOf(matrix, head)
  const columns = matrix.rounds.map((round, index) => ({ round, x: gutter + index * apartBy + MAP.row / 2 }))
  const stops = columns.flatMap((column) => stopsIn(matrix, bands, { ...column, head }))
  const flows = matrix.agents.flatMap((agent) => flowsOf(stops.filter((stop) => stop.agent === agent)))
  const changes = flows.filter(({ isBend }) => isBend).map(placed)
  const bends = isCompact ? changes.toSorted((one, other) => one.to.round - other.to.round) : apart(changes)
  const last = bands.at(-1)
  const end = last ? last.y + last.height : MAP.head
  return {
    width: isCompact ? (columns.at(-1)?.x ?? gutter) + MAP.row / 2 : room,
    height: isCompact ? end : Math.max(end, ...bends.map(({ y }) => y + MAP.labelHeight)),
    isCompact,
    bands,
    columns,
    stops,
    flows,
    bends,
  }
}

type Frame = {
  readonly isCompact: boolean
  readonly gutter: number
  readonly head: number
  readonly apartBy: number
}

/** Where option names go, and the distance between rounds. */
function frameOf(rounds: number, room: number): Frame {
  const gaps = Math.max(1, rounds - 1)
  const even = Math.floor((room - MAP.gutter - 1.5 * MAP.row) / gaps)
  if (even >= LEAST_COLUMN) return { isCompact: false, gutter: MAP.gutter, head: 0, apartBy: even }
  const close = Math.floor((room - MAP.row) / gaps)
  const apartBy = Math.min(COMPACT.most, Math.max(COMPACT.least, close))
  return { isCompact: true, gutter: 0, head: COMPACT.head, apartBy }
}

const optionIn = ({ options }: Matrix, position: PositionView): Option | null =>
  options.find(({ holds }) => holds(position)) ?? null

/** Each band is high enough for the round in which most agents hold its option, so faces never overlap. */
function bandsOf(matrix: Matrix, head: number): readonly Band[] {
  const heldIn = (option: Option | null, round: number) =>
    matrix.agents.filter((agent) => {
      const position = matrix.at(agent, round)
      return position !== undefined && optionIn(matrix, position) === option
    }).length
  const most = (option: Option | null) => Math.max(0, ...matrix.rounds.map((round) => heldIn(option, round)))
  const all = [...matrix.options, ...(most(null) > 0 ? [null] : [])]
  let y = MAP.head
  return all.map((option) => {
    const height = head + Math.max(1, most(option)) * MAP.row + 2 * MAP.padding
    const band = { option, y, height }
    y += height + MAP.gap
    return band
  })
}

type Column = MindMapLayout['columns'][number] & Pick<Frame, 'head'>

function stopsIn(matrix: Matrix, bands: readonly Band[], { round, x, head }: Column): readonly Stop[] {
  return bands.flatMap(({ option, y }) =>
    matrix.agents
      .flatMap((agent) => {
        const position = matrix.at(agent, round)
        return position && optionIn(matrix, position) === option ? [{ agent, position }] : []
      })
      .map(({ agent, position }, row) => ({
        agent,
        round,
        x,
        y: y + head + MAP.padding + row * MAP.row + MAP.row / 2,
        option,
        position,
      })),
  )
}

/** A line from each round in which the agent spoke to the next one. */
const flowsOf = (stops: readonly Stop[]): readonly Flow[] =>
  stops.slice(1).map((to, index) => {
    const from = stops[index] as Stop
    return { from, to, isBend: from.option !== to.option }
  })

/** Beside the bend, on the side that the line leaves free. Between close rounds it covers the middle of the line. */
function placed(flow: Flow): Bend {
  const { from, to } = flow
  const [middle, level] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  if (to.x - MAP.row / 2 < middle + BESIDE.x + MAP.label)
    return { ...flow, x: middle - MAP.label / 2, y: Math.max(MAP.head, level - MAP.labelHeight / 2), isAbove: false }
  const isAbove = to.y > from.y
  return { ...flow, x: middle + BESIDE.x, y: isAbove ? level - BESIDE.y - MAP.labelHeight : level + BESIDE.y, isAbove }
}

/** Stacks sentences between the same rounds. */
function apart(bends: readonly Bend[]): readonly Bend[] {
  const free = new Map<number, number>()
  return bends
    .toSorted((one, other) => one.y - other.y)
    .map((bend) => {
      const y = Math.max(bend.y, free.get(bend.x) ?? 0)
      free.set(bend.x, y + MAP.labelHeight + 8)
      return { ...bend, y }
    })
}
