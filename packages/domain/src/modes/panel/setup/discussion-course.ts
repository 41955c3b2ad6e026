import type { Course, Pace, SeatCalls } from '../../../mode/course.ts'
import type { OpenedRun } from '../../../mode/mode.ts'
import { mostTurns } from './settings.ts'

/** A panel may agree right away. Most settle after three rounds, and few need five. */
const ROUNDS: { readonly [pace in Pace]: number } = { least: 1, usual: 3, most: 5 }
/** Clarify, topic, options, report. At most also a second and third question, a tie-break and a citation repair. */
const HEAD_CALLS: { readonly [pace in Pace]: number } = { least: 4, usual: 4, most: 9 }
const OUTPUT = 600
const CHECK_OUTPUT = 100

/** The calls of a discussion: the Head's, every contribution, the Moderator's checks, and the ballots. */
export function discussionCourse(run: OpenedRun, pace: Pace): Course {
  const { lead, members, judge } = run.team
  const turns = turnsAt(run, pace)
  const checks = judge ? Math.max(0, Math.floor(turns / 3) - 1) : 0
  const board = turns * OUTPUT
  const head = lead ?? members[0]
  const asked: readonly SeatCalls[] = [
    ...members.map((seat) => ({ seat, calls: turns / members.length, input: board / 2, output: OUTPUT })),
    ...members.map((seat) => ({ seat, calls: 1, input: board, output: OUTPUT / 2 })),
    ...(judge ? [{ seat: judge, calls: checks, input: board / 2, output: CHECK_OUTPUT }] : []),
    ...(head ? [{ seat: head, calls: HEAD_CALLS[pace], input: board / 2, output: OUTPUT }] : []),
  ]
  // The first round and the ballots run in parallel.
  return { asked, inARow: HEAD_CALLS[pace] + 1 + turns - members.length + checks + 1 }
}

const turnsAt = (run: OpenedRun, pace: Pace): number => Math.min(mostTurns(run), ROUNDS[pace] * run.team.members.length)
