import { cleanLine, type PositionView } from '@convene/domain'
import type { Matrix, Side } from './matrix.ts'

/** More sides than this do not fit beside each other. */
const MOST_SIDES = 3

/** How far from the line faces are, in parts of the whole width: the least sure and the surest. */
const TWO_SIDES = { least: 0.06, most: 0.26 }

/** With three sides, faces are at the start of their column, and what they say is beside them. */
const IN_COLUMN = 0.15

/** One seat after a round. */
export type Seated<S extends Side = Side> = {
  readonly agent: string
  /** What it said last. Null until it has seatAloud. */
  readonly position: PositionView | null
  /** Null if it abstains or has not seatAloud. */
  readonly option: S | null
  /** The middle of its face, from 0 on the left to 1. */
  readonly x: number
  /** Its place before, if it changed sides in this round. */
  readonly from: { readonly option: S | null; readonly x: number } | null
  /** How sure it was before this round, in percent. Null unless it said so and stayed. */
  readonly wasSure: number | null
}

export type TableRound<S extends Side = Side> = {
  readonly round: number
  readonly name: string
  /** How many held each option, in the order of the sides: `2 : 1`. */
  readonly score: string
  readonly counts: readonly number[]
  readonly seats: readonly Seated<S>[]
}

export type Table<S extends Side = Side> = {
  readonly sides: readonly S[]
  /** The distance from the line tells how sure a seat is. */
  readonly showsSureness: boolean
  readonly rounds: readonly TableRound<S>[]
}

/** A decision's seats on the sides of a line, round by round. Null without sides, or with more than fit. */
export function tableOf<S extends Side>(matrix: Matrix<S>): Table<S> | null {
  const { options: sides, rounds } = matrix
  if (sides.length === 0 || sides.length > MOST_SIDES || rounds.length === 0) return null
  const made: TableRound<S>[] = []
  for (const round of rounds) made.push(roundOf(matrix, round, made.at(-1)))
  const isSure = made.some(({ seats }) => seats.some(({ position }) => position?.confidence != null))
  return { sides, showsSureness: sides.length < MOST_SIDES && isSure, rounds: made }
}

function roundOf<S extends Side>(matrix: Matrix<S>, round: number, before: TableRound<S> | undefined): TableRound<S> {
  const seats = matrix.agents.map((agent, row) => seatOf(matrix, agent, round, before?.seats[row]))
  const counts = matrix.options.map((side) => seats.filter(({ option }) => option === side).length)
  return { round, name: round === 1 ? 'Blind' : `Round ${round}`, score: counts.join(' : '), counts, seats }
}

function seatOf<S extends Side>(
  matrix: Matrix<S>,
  agent: string,
  round: number,
  before: Seated<S> | undefined,
): Seated<S> {
  const position = matrix.at(agent, round)
  if (!position) {
    const stays = before ?? { agent, position: null, option: null, x: 0.5 }
    return { ...stays, from: null, wasSure: null }
  }
  const option = matrix.options.find(({ holds }) => holds(position)) ?? null
  const x = placeOf(matrix.options, option, position.confidence)
  const hasCrossed = before?.position != null && before.option !== option
  const sureBefore = before?.position?.confidence ?? null
  return {
    agent,
    position,
    option,
    x,
    from: hasCrossed ? { option: before.option, x: before.x } : null,
    wasSure: !hasCrossed && sureBefore !== position.confidence ? sureBefore : null,
  }
}

function placeOf(sides: readonly Side[], option: Side | null, sure: number | null): number {
  if (option === null) return 0.5
  const side = sides.indexOf(option)
  if (sides.length === MOST_SIDES) return (side + IN_COLUMN) / MOST_SIDES
  const away = TWO_SIDES.least + (Math.max(0, Math.min(100, sure ?? 50)) / 100) * (TWO_SIDES.most - TWO_SIDES.least)
  return side === 0 ? 0.5 - away : 0.5 + away
}

/** What a screen reader says of one seat after a round: `Performance: B, Postgres, 73 % sure. Was for A before.` */
export function seatAloud(name: string, { position, option, from }: Seated): string {
  if (!position) return `${name} has not seatAloud yet`
  const held = option ? `${option.letter}, ${cleanLine(option.text)}` : 'abstains'
  const sure = position.confidence === null ? '' : `, ${Math.round(position.confidence)} % sure`
  const was = from ? `. Was ${from.option ? `for ${from.option.letter}` : 'abstaining'} before` : ''
  return `${name}: ${held}${sure}${was}`
}
