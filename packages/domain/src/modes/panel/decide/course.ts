import type { Asked, Course, Pace } from '../../../mode/course.ts'
import type { RunStart } from '../../../state/command.ts'
import { roundsOf } from '../settings.ts'

/** The Head's calls: clarify, topic and report; usually also grouping; at most a second question, a tie and a repair. */
const HEAD_CALLS: { readonly [pace in Pace]: number } = { least: 3, usual: 4, most: 8 }
const ROUNDS: { readonly [pace in Pace]: number } = { least: 1, usual: 2, most: 3 }
const OUTPUT = 600

/** The calls of a decision: the Head's, and every round of votes. */
export function decisionCourse(run: RunStart, pace: Pace): Course {
  const { lead, members } = run.team
  const most = run.limits.maxTurns ?? Number.MAX_SAFE_INTEGER
  const rounds = Math.min(ROUNDS[pace], roundsOf(run, pace === 'most' ? 'deep' : undefined), most / members.length)
  const board = rounds * members.length * OUTPUT
  const head = lead ?? members[0]
  const asked: readonly Asked[] = [
    ...members.map((seat) => ({ seat, calls: rounds, input: board / 2, output: OUTPUT })),
    ...(head ? [{ seat: head, calls: HEAD_CALLS[pace], input: board / 2, output: OUTPUT }] : []),
  ]
  // A round runs in parallel.
  return { asked, inARow: HEAD_CALLS[pace] + Math.ceil(rounds) }
}
