import type { Step } from '../../../../effect/effect.ts'
import { isBetweenRounds, roundNow, roundsDone, spokenIn } from '../speakers.ts'
import { type DebateContext, held, turnsTaken } from '../state.ts'
import { isUnread } from './checks.ts'
import { groupFirst, hasMoved, meaningOf } from './meaning.ts'

const SURE = 80
const FIRST_CHECK = 5
const CHECK_EVERY = 3

/** Why the panel has converged by itself: unanimous at once, or unchanged for two rounds. Undefined if it has not. */
export function convergedBy(context: DebateContext): string | undefined {
  const rounds = roundsDone(context)
  const isResumed = rounds > 0 && context.panel.debate.resumedAt === turnsTaken(context.panel)
  if (!isBetweenRounds(context) || isResumed || rounds === 0 || wantsMore(context, rounds)) return undefined
  if (rounds === 1 && isUnanimous(context)) return 'everyone holds the same position with high confidence'
  if (rounds >= 3 && isSteady(context, rounds) && isSteady(context, rounds - 1))
    return 'nobody changed position in the last two rounds'
  return undefined
}

function isUnanimous(context: DebateContext): boolean {
  const meanings = held(context).map((line) => meaningOf(context.panel, line))
  return areSure(context) && new Set(meanings).size === 1
}

/** Everyone holds a position with high confidence. */
const areSure = (context: DebateContext): boolean =>
  held(context).length === context.run.team.members.length &&
  held(context).every(({ confidence }) => (confidence ?? 0) >= SURE)

/** Positions are grouped by meaning before anything is concluded from them. */
export function groupPositions(context: DebateContext): Step | undefined {
  const rounds = roundsDone(context)
  const isBetween = isBetweenRounds(context) && !wantsMore(context, rounds)
  const isFirst = isBetween && rounds === 1 && areSure(context)
  return isFirst || (isBetween && rounds >= 3) || isCheckDue(context) ? groupFirst(context, isFirst) : undefined
}

/** Everyone who spoke in the round stated a position, and the same one as before. */
function isSteady(context: DebateContext, round: number): boolean {
  const spoken = spokenIn(context, round)
  return spoken.length > 0 && spoken.every((turn) => turn.stated && !hasMoved(context, turn))
}

const wantsMore = (context: DebateContext, round: number): boolean => spokenIn(context, round).some(({ more }) => more)

/** Whether it is time to ask the Moderator: every third turn after the fifth, and again after an unreadable answer. */
export function isCheckDue(context: DebateContext): boolean {
  const { run, panel } = context
  const turn = turnsTaken(panel)
  const isTime = run.team.judge !== undefined && turn > FIRST_CHECK && turn % CHECK_EVERY === 0
  return isTime && (panel.debate.checkedAt !== turn || isUnread(context, `converged${turn}`))
}

/** Whether the Moderator's word is enough. Stated positions must not have changed since the last full round began. */
export function mayConverge(context: DebateContext): boolean {
  const now = roundNow(context)
  const newest = spokenIn(context, now).length > 0 ? now : now - 1
  if (wantsMore(context, newest)) return false
  const recent = [...spokenIn(context, roundsDone(context)), ...spokenIn(context, now)]
  if (recent.some(({ stated }) => !stated)) return true
  return recent.every((turn) => !hasMoved(context, turn))
}
