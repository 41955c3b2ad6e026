import type { Matrix, Option } from '../view/matrix.ts'
import type { Position } from '../view/view.ts'

/** Sizes in pixels. Between two rounds there is room for the sentence at a bend. */
export const MAP = { gutter: 176, row: 40, padding: 12, gap: 12, head: 36, label: 208, labelHeight: 84 }
const COLUMN = { least: MAP.label + 16, most: 360 }

/** The positions that count as one, over all rounds. Null: those who abstain. */
export type Band = { readonly option: Option | null; readonly y: number; readonly height: number }

/** What one agent held in one round. */
export type Stop = {
  readonly agent: string
  readonly round: number
  readonly x: number
  readonly y: number
  readonly option: Option | null
  readonly position: Position
}

export type Flow = { readonly from: Stop; readonly to: Stop; readonly isBend: boolean }

/** A change of mind, and the place of its sentence. */
export type Bend = Flow & { readonly x: number; readonly y: number }

export type MindMap = {
  readonly width: number
  readonly height: number
  readonly bands: readonly Band[]
  readonly columns: readonly { readonly round: number; readonly x: number }[]
  readonly stops: readonly Stop[]
  readonly flows: readonly Flow[]
  readonly bends: readonly Bend[]
}

/**
 * Positions as a flow: a column per round, a band per option, a line per agent, and a sentence at each bend. It fills the
 * room it has, and is wider only if the sentences would not fit.
 */
export function mindMapOf(matrix: Matrix, room: number): MindMap {
  const bands = bandsOf(matrix)
  const even = (room - MAP.gutter - 1.5 * MAP.row) / Math.max(1, matrix.rounds.length - 1)
  const apartBy = Math.min(COLUMN.most, Math.max(COLUMN.least, Math.floor(even)))
  const columns = matrix.rounds.map((round, index) => ({ round, x: MAP.gutter + index * apartBy + MAP.row / 2 }))
  const stops = columns.flatMap((column) => stopsIn(matrix, bands, column))
  const flows = matrix.agents.flatMap((agent) => flowsOf(stops.filter((stop) => stop.agent === agent)))
  const bends = apart(flows.filter(({ isBend }) => isBend).map(placed))
  const last = bands.at(-1)
  const end = last ? last.y + last.height : MAP.head
  return {
    width: (columns.at(-1)?.x ?? MAP.gutter) + MAP.row,
    height: Math.max(end, ...bends.map(({ y }) => y + MAP.labelHeight)),
    bands,
    columns,
    stops,
    flows,
    bends,
  }
}

const optionIn = ({ options }: Matrix, position: Position): Option | null =>
  options.find(({ holds }) => holds(position)) ?? null

/** As high as the round in which most hold it needs. Nobody is drawn over anybody. */
function bandsOf(matrix: Matrix): readonly Band[] {
  const heldIn = (option: Option | null, round: number) =>
    matrix.agents.filter((agent) => {
      const position = matrix.at(agent, round)
      return position !== undefined && optionIn(matrix, position) === option
    }).length
  const most = (option: Option | null) => Math.max(0, ...matrix.rounds.map((round) => heldIn(option, round)))
  const all = [...matrix.options, ...(most(null) > 0 ? [null] : [])]
  let y = MAP.head
  return all.map((option) => {
    const height = Math.max(1, most(option)) * MAP.row + 2 * MAP.padding
    const band = { option, y, height }
    y += height + MAP.gap
    return band
  })
}

function stopsIn(matrix: Matrix, bands: readonly Band[], { round, x }: MindMap['columns'][number]): readonly Stop[] {
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
        y: y + MAP.padding + row * MAP.row + MAP.row / 2,
        option,
        position,
      })),
  )
}

/** From each round in which the agent spoke to the next one in which it did. */
const flowsOf = (stops: readonly Stop[]): readonly Flow[] =>
  stops.slice(1).map((to, index) => {
    const from = stops[index] as Stop
    return { from, to, isBend: from.option !== to.option }
  })

const placed = (flow: Flow): Bend => ({
  ...flow,
  x: (flow.from.x + flow.to.x - MAP.label) / 2,
  y: Math.max(MAP.head, (flow.from.y + flow.to.y - MAP.labelHeight) / 2),
})

/** Sentences between the same rounds are below each other. */
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
