import type { DeclaredAnswer } from '../../../answer/declared.ts'
import { record, type Step } from '../../../effect/effect.ts'
import { type Fact, fact } from '../../../event/event.ts'
import type { Allowance } from '../../../limits/allowance.ts'
import { assign } from '../../../mode/assign.ts'
import { conclude } from '../../../mode/conclude.ts'
import { messageBy } from '../../../prompt/ask.ts'
import { seatOf } from '../../../state/session.ts'
import type { Seat } from '../../../team/team.ts'
import { turnMinutes } from '../setup/limits.ts'
import { roles } from '../setup/roles.ts'
import { movePanel } from '../setup/table.ts'
import { isStuck } from './nothing-new.ts'
import { type AnswerEnding, redirectBrief } from './prompts.ts'
import { isBetweenRounds, roundNow, roundsDone, spokenIn } from './speakers.ts'
import { type DebateContext, turnLimit, turnsTaken } from './state.ts'

/** The turns are used up. Like for other limits, what follows is paid from the reserve. */
export function turnsOver(context: DebateContext): Step | undefined {
  const spent = turnsTaken(context.panel)
  const cap = turnLimit(context)
  if (cap === null || spent < cap) return undefined
  return record(fact('limit.reached', { which: 'turns', spent, reserved: 0, cap }))
}

/** Nobody managed to speak in a whole round, so the next one would be no better. */
export function nobodyLeft(context: DebateContext): Step | undefined {
  const { session, run, panel } = context
  if (!isBetweenRounds(context) || spokenIn(context, roundsDone(context)).length > 0) return undefined
  const isEmpty = panel.debate.turns.every(({ state }) => state !== 'approved')
  if (!isEmpty) return record(movePanel(run, 'convergenceDetected', 'error:all_members_failed'))
  const summary = 'No panelist could contribute. The errors above say why.'
  return conclude(session, run, { trigger: 'error', reason: '', summary, failure: 'all_members_failed' })
}

type Asked = { readonly description: string; readonly answer: DeclaredAnswer }

/** Gives the floor to a panelist. */
export function contribute(context: DebateContext, seat: Seat, turn: number, asked: Asked): readonly Fact[] {
  const { session, run } = context
  return assign(run, {
    place: `round${roundNow(context)}/${seat.slug}`,
    seat,
    kind: 'contribute',
    ...asked,
    takes: session.queue.filter((id) => messageBy(session, id)?.to === seat.slug),
    turn,
    allowance: isStuck(context, seat.slug) ? wordsOnly(context, seat.slug) : turnAllowance(context, seat.slug),
  })
}

/** Asks a panelist once more after an unreadable vote. */
export const voteAgain = (
  context: DebateContext,
  { seat, ...asked }: Asked & { readonly seat: Seat; readonly place: string },
): readonly Fact[] => assign(context.run, { ...asked, seat, kind: 'vote', allowance: wordsOnly(context, seat.slug) })

function turnAllowance({ session, run }: DebateContext, agent: string): Allowance {
  const { maxToolCallsPerTurn: toolCalls, maxTurnDuration } = run.limits
  const seat = seatOf(run, agent)
  const minutes = seat && maxTurnDuration !== null ? turnMinutes(run, seat, session.learned) : maxTurnDuration
  return { ...roles.panelist, ...(toolCalls !== null && { toolCalls }), ...(minutes !== null && { minutes }) }
}

/**
 * The tools stay in the prompt, or its beginning would change, but calls are refused. A panelist that has seen this
 * before gets no second refusal.
 */
export const wordsOnly = (context: DebateContext, agent: string): Allowance => ({
  ...turnAllowance(context, agent),
  toolCalls: 0,
  iterations: isStuck(context, agent) ? 1 : 2,
})

/** Asks a panelist for another contribution after one was sent back, with the same ending. */
export function redirected(context: DebateContext, ending: AnswerEnding): Step | undefined {
  const sentBack = context.panel.debate.turns.filter(({ state }) => state === 'redirected')
  if (sentBack.length === 0) return undefined
  return record(...sentBack.flatMap(({ agent }) => redirect(context, agent, ending)))
}

function redirect(context: DebateContext, agent: string, { lines, answer }: AnswerEnding): readonly Fact[] {
  const { run } = context
  const seat = seatOf(run, agent)
  if (!seat) return []
  const { round, turn } = context.panel.debate.turns.findLast((one) => one.agent === agent) ?? { round: 0, turn: 0 }
  const place = `round${round}/${agent}/redirect`
  const description = redirectBrief(context, agent, lines)
  const allowance = wordsOnly(context, agent)
  return assign(run, { place, seat, kind: 'redirect', description, answer, turn, allowance })
}
