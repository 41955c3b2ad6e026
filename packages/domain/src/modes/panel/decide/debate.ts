import { record, type Step } from '../../../effect/effect.ts'
import { type Fact, fact } from '../../../event/event.ts'
import type { Seat } from '../../../team/team.ts'
import { isBetweenRounds, roundNow, waiting } from '../speakers.ts'
import { type PanelContext, turnLimit, turnsTaken } from '../state.ts'
import { transition } from '../table.ts'
import { contribute, nobodyLeft, redirected, turnsOver, voteAgain } from '../turns.ts'
import { group } from './group.ts'
import { contributeBrief, endingOf, voteBrief } from './prompts.ts'
import { settledBy } from './settle.ts'

/** Everybody at once, round by round, until there is nothing left to debate. */
export function debate(context: PanelContext): Step {
  const open = redirected(context, endingOf(context)) ?? betweenRounds(context)
  return open ?? turnsOver(context) ?? speak(context)
}

/** After a round: votes that could not be read, what positions in free text amount to, and whether it is over. */
function betweenRounds(context: PanelContext): Step | undefined {
  const { run, panel } = context
  if (!isBetweenRounds(context)) return undefined
  const failed = nobodyLeft(context)
  if (failed) return failed
  const unread = run.team.members.filter(
    ({ slug }) => panel.unreadBallots.includes(slug) && !panel.revoted.includes(slug),
  )
  if (unread.length > 0) return record(...unread.flatMap((seat) => askAgain(context, seat)))
  if (panel.options.length === 0 && panel.ledger.some(({ abstains }) => !abstains)) return group(context)
  const settled = settledBy(context)
  if (!settled) return undefined
  const { isUnanimous, why } = settled
  return record(
    ...(isUnanimous ? [fact('moderation', { action: 'converged', rule: 'convergence', reason: why })] : []),
    transition(run, 'convergenceDetected', isUnanimous ? 'unanimous' : 'done'),
  )
}

function askAgain(context: PanelContext, seat: Seat): readonly Fact[] {
  const place = `round${roundNow(context) - 1}/${seat.slug}/vote`
  return voteAgain(context, { seat, place, ...voteBrief(context) })
}

function speak(context: PanelContext): Step {
  const { run, panel } = context
  const done = turnsTaken(panel)
  const left = (turnLimit(context) ?? Number.MAX_SAFE_INTEGER) - done
  const seats = waiting(context).slice(0, left)
  const { answer } = endingOf(context)
  return record(
    ...(roundNow(context) > 1 ? [transition(run, 'turnCompleted')] : []),
    ...seats.flatMap((seat, index) => {
      const turn = done + index + 1
      return contribute(context, seat, turn, { description: contributeBrief(context, seat.slug, turn), answer })
    }),
  )
}
