import { firstWave } from '../../../counting/ask-fewer.ts'
import type { Course, Pace, SeatCalls } from '../../../mode/course.ts'
import type { OpenedRun } from '../../../mode/mode.ts'
import type { Seat } from '../../../team/team.ts'
import { agentMembers } from '../../../team/user-seat.ts'
import { MOST_EXPERIMENTS, policyOf } from './experiment-policy.ts'
import { firstAsked } from './first-asked.ts'
import { panelSettings, roundsOf } from './settings.ts'

/** The Head's calls: clarify, topic, report, usually grouping, and at most a second question, a tie and a repair. */
const HEAD_CALLS: { readonly [pace in Pace]: number } = { least: 3, usual: 4, most: 8 }
const ROUNDS: { readonly [pace in Pace]: number } = { least: 1, usual: 2, most: 3 }
const OUTPUT = 600

/** The calls of a decision: the Head's and every round of votes. What is looked at in between is rare. */
export function decisionCourse(run: OpenedRun, pace: Pace): Course {
  const { lead, members } = run.team
  const most = run.limits.maxTurns ?? Number.MAX_SAFE_INTEGER
  const rounds = Math.min(ROUNDS[pace], roundsOf(run, pace === 'most' ? 'deep' : undefined), most / members.length)
  const board = rounds * members.length * OUTPUT
  const head = lead ?? members[0]
  const few = pace === 'least' ? fewestOf(run) : undefined
  if (few && head) {
    const calls = HEAD_CALLS.least - 1
    const seats = few.map((seat) => ({ seat, calls: 1, input: OUTPUT, output: OUTPUT }))
    return { asked: [...seats, { seat: head, calls, input: OUTPUT, output: OUTPUT }], inARow: calls + 1 }
  }
  const asked: readonly SeatCalls[] = [
    ...members.map((seat) => ({ seat, calls: rounds, input: board / 2, output: OUTPUT })),
    ...(head ? [{ seat: head, calls: HEAD_CALLS[pace], input: board / 2, output: OUTPUT }] : []),
  ]
  // A round runs in parallel.
  return { asked, inARow: HEAD_CALLS[pace] + Math.ceil(rounds), ...(mayLook(run) && { rare: lookCalls(run) }) }
}

/** Whether a split panel looks before it debates. */
const mayLook = (run: OpenedRun): boolean => policyOf(run) !== 'off' && panelSettings(run).ask !== 'as-few-as-needed'

/** Everybody proposes once, and predicts and votes again for each experiment. */
const lookCalls = ({ team }: OpenedRun) => {
  const seats = agentMembers(team).length
  return { calls: seats * (1 + 2 * MOST_EXPERIMENTS), when: 'if it splits and looks' }
}

/** Those whose agreement is enough. Nobody writes a report then. */
function fewestOf(run: OpenedRun): readonly Seat[] | undefined {
  const first = firstAsked(run, undefined)
  if (!first) return undefined
  const [best] = run.team.members.filter(({ slug }) => slug === first.seats[0])
  const seats = first.seats.slice(0, firstWave(first.ask, best?.model, run.settings.record))
  return run.team.members.filter(({ slug }) => seats.includes(slug))
}
