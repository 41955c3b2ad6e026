import type { RunStart } from '../state/command.ts'
import { type Seat, type SeatedTeam, seatsOf } from '../team/team.ts'

/** How long a run may be, for its estimate: rarely shorter, typical, rarely longer. */
export type Pace = 'least' | 'usual' | 'most'

/** What a seat is asked: how often, what it reads each time on top of its prompt and the goal, how much it writes. */
export type SeatCalls = {
  readonly seat: Seat
  readonly calls: number
  readonly input: number
  readonly output: number
}

/** The calls of a run at one pace, and how many of them are sequential. */
export type Course = {
  readonly asked: readonly SeatCalls[]
  readonly inARow: number
  /** Calls that few runs make, and when: they are shown apart, or every range would be too wide to say anything. */
  readonly rare?: { readonly calls: number; readonly when: string }
}

const TYPICAL_OUTPUT = 700
/** What an agent with tools adds to an answer: its look-ups and their results. */
const LOOKS: { readonly [pace in Pace]: number } = { least: 0, usual: 2, most: 8 }
const LOOK_INPUT = 1_500

/** This many calls in total, shared equally by all seats, `inARow` of them sequential. */
export function evenly(team: SeatedTeam, calls: number, inARow = calls): Course {
  const seats = seatsOf(team)
  const each = calls / Math.max(1, seats.length)
  const asked = seats.map((seat) => ({ seat, calls: each, input: 100, output: TYPICAL_OUTPUT }))
  return { asked, inARow }
}

/** Each of these answers once, and looks around first if it has tools. */
export function answersOf(run: Pick<RunStart, 'settings'>, seats: readonly Seat[], pace: Pace): readonly SeatCalls[] {
  const looks = Object.keys(run.settings.tools).length > 0 ? LOOKS[pace] : 0
  return seats.map((seat) => ({
    seat,
    calls: 1 + looks,
    input: 100 + (looks * LOOK_INPUT) / 2,
    output: TYPICAL_OUTPUT,
  }))
}

export const totalCalls = (asked: readonly SeatCalls[]): number => asked.reduce((sum, { calls }) => sum + calls, 0)
