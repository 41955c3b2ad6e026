import type { Course, Pace, SeatCalls } from '../../../mode/course.ts'
import type { OpenedRun } from '../../../mode/mode.ts'
import { estimateRounds } from './settings.ts'

/** The Head's calls: clarify and topic, and at most two more questions. Nobody writes a report. */
const HEAD_CALLS: { readonly [pace in Pace]: number } = { least: 2, usual: 2, most: 4 }
const OUTPUT = 400

/** The calls of an estimate: the Head's, and both rounds of sealed answers. */
export function estimateCourse(run: OpenedRun, pace: Pace): Course {
  const { lead, members } = run.team
  const rounds = estimateRounds(run)
  const calls = pace === 'most' ? rounds + 1 : rounds
  const head = lead ?? members[0]
  const asked: readonly SeatCalls[] = [
    ...members.map((seat) => ({ seat, calls, input: OUTPUT, output: OUTPUT })),
    ...(head ? [{ seat: head, calls: HEAD_CALLS[pace], input: OUTPUT, output: OUTPUT }] : []),
  ]
  return { asked, inARow: HEAD_CALLS[pace] + calls }
}
