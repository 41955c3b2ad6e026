import { samePosition } from './protocol.ts'
import { isBetweenRounds, roundNow, roundsDone, spokenIn } from './speakers.ts'
import { type Floor, held, turnsTaken } from './state.ts'

const SURE = 80
const FIRST_CHECK = 5
const CHECK_EVERY = 3

/** Why the panel has converged by itself, if it has: all of one mind at once, or nobody of another for two rounds. */
export function settledBy(floor: Floor): string | undefined {
  const rounds = roundsDone(floor)
  const isResumed = rounds > 0 && floor.panel.resumedAt === turnsTaken(floor.panel)
  if (!isBetweenRounds(floor) || isResumed || rounds === 0 || wantsMore(floor, rounds)) return undefined
  if (rounds === 1 && isUnanimous(floor)) return 'everybody holds the same position, and is sure of it'
  if (rounds >= 3 && isSteady(floor, rounds) && isSteady(floor, rounds - 1))
    return 'nobody changed position in the last two rounds'
  return undefined
}

function isUnanimous(floor: Floor): boolean {
  const positions = held(floor)
  const first = positions[0]
  if (!first || positions.length < floor.run.team.members.length) return false
  return positions.every(
    ({ position, confidence }) => samePosition(position, first.position) && (confidence ?? 0) >= SURE,
  )
}

/** Everybody who spoke in it has stated a position, and the one it held before. */
function isSteady(floor: Floor, round: number): boolean {
  const spoken = spokenIn(floor, round)
  return spoken.length > 0 && spoken.every(({ stated, changed }) => stated && !changed)
}

const wantsMore = (floor: Floor, round: number): boolean => spokenIn(floor, round).some(({ more }) => more)

/** Whether the Moderator is asked now: every third turn after the fifth. */
export function isCheckDue({ run, panel }: Floor): boolean {
  const turn = turnsTaken(panel)
  return run.team.judge !== undefined && turn > FIRST_CHECK && turn % CHECK_EVERY === 0 && panel.checkedAt !== turn
}

/** Whether the Moderator's word is enough. Where positions are stated, nobody may have changed in the last full round or since. */
export function mayConverge(floor: Floor): boolean {
  const now = roundNow(floor)
  const newest = spokenIn(floor, now).length > 0 ? now : now - 1
  if (wantsMore(floor, newest)) return false
  const recent = [...spokenIn(floor, roundsDone(floor)), ...spokenIn(floor, now)]
  if (recent.some(({ stated }) => !stated)) return true
  return recent.every(({ changed }) => !changed)
}
