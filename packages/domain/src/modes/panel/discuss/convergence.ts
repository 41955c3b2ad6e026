import { samePosition } from '../reading.ts'
import { isBetweenRounds, roundNow, roundsDone, spokenIn } from '../speakers.ts'
import { held, type PanelContext, turnsTaken } from '../state.ts'
import { isUnread } from './checks.ts'

const SURE = 80
const FIRST_CHECK = 5
const CHECK_EVERY = 3

/** Why the panel has converged by itself, if it has: unanimous at once, or unchanged for two rounds. */
export function settledBy(context: PanelContext): string | undefined {
  const rounds = roundsDone(context)
  const isResumed = rounds > 0 && context.panel.resumedAt === turnsTaken(context.panel)
  if (!isBetweenRounds(context) || isResumed || rounds === 0 || wantsMore(context, rounds)) return undefined
  if (rounds === 1 && isUnanimous(context)) return 'everyone holds the same position with high confidence'
  if (rounds >= 3 && isSteady(context, rounds) && isSteady(context, rounds - 1))
    return 'nobody changed position in the last two rounds'
  return undefined
}

function isUnanimous(context: PanelContext): boolean {
  const positions = held(context)
  const first = positions[0]
  if (!first || positions.length < context.run.team.members.length) return false
  return positions.every(
    ({ position, confidence }) => samePosition(position, first.position) && (confidence ?? 0) >= SURE,
  )
}

/** Everybody who spoke in it has stated a position, and the one it held before. */
function isSteady(context: PanelContext, round: number): boolean {
  const spoken = spokenIn(context, round)
  return spoken.length > 0 && spoken.every(({ stated, changed }) => stated && !changed)
}

const wantsMore = (context: PanelContext, round: number): boolean => spokenIn(context, round).some(({ more }) => more)

/** Whether the Moderator is asked now: every third turn after the fifth, and again if its answer could not be read. */
export function isCheckDue(context: PanelContext): boolean {
  const { run, panel } = context
  const turn = turnsTaken(panel)
  const isTime = run.team.judge !== undefined && turn > FIRST_CHECK && turn % CHECK_EVERY === 0
  return isTime && (panel.checkedAt !== turn || isUnread(context, `converged${turn}`))
}

/** Whether the Moderator's word is enough. If positions are stated, none may have changed in the last full round or since. */
export function mayConverge(context: PanelContext): boolean {
  const now = roundNow(context)
  const newest = spokenIn(context, now).length > 0 ? now : now - 1
  if (wantsMore(context, newest)) return false
  const recent = [...spokenIn(context, roundsDone(context)), ...spokenIn(context, now)]
  if (recent.some(({ stated }) => !stated)) return true
  return recent.every(({ changed }) => !changed)
}
