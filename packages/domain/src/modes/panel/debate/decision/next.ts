import { record, type Step } from '../../../../effect/effect.ts'
import { type Fact, fact } from '../../../../event/event.ts'
import type { Seat } from '../../../../team/team.ts'
import { movePanel } from '../../setup/table.ts'
import { group } from '../group.ts'
import { isLookDue, nextExperiment } from '../looking/next.ts'
import { isBetweenRounds, roundNow, roundsDone, userFirst, waiting } from '../speakers.ts'
import { type DebateContext, turnLimit, turnsTaken } from '../state.ts'
import { contribute, nobodyLeft, redirected, turnsOver, voteAgain } from '../turns.ts'
import { decisionEnding, decisionTurnBrief, positionBrief } from './prompts.ts'
import { settledBy } from './settle.ts'
import { escalationFacts, escalationOf, isFirstTier, openSeats } from './tiers.ts'

/** Everyone in parallel, round by round, until nothing is left to debate. If a few may be enough, they go first. */
export function nextInDecision(context: DebateContext): Step {
  const open = redirected(context, decisionEnding(context)) ?? betweenRounds(context) ?? firstTier(context)
  return open ?? turnsOver(context) ?? speak(context, waiting(context))
}

/** While only some are asked: whether their answers decide, or who is asked next. */
function firstTier(context: DebateContext): Step | undefined {
  const { run, panel } = context
  if (!isFirstTier(panel)) return undefined
  const isVote = panel.opening.first?.ask === 'as-few-as-needed'
  const isDone = panel.debate.turns.length > 0 && (isVote || openSeats(context).length === 0)
  if (!isDone) return turnsOver(context) ?? speak(context, openSeats(context))
  const open = unreadVotes(context) ?? (isVote ? undefined : freeText(context))
  if (open) return open
  const escalation = escalationOf(context)
  if (!escalation) return turnsOver(context) ?? speak(context, openSeats(context))
  const isOver = escalation.stage !== 'panel'
  const end = isOver ? [movePanel(run, 'convergenceDetected', escalation.agreed ? 'unanimous' : 'done')] : []
  return record(...escalationFacts(context, escalation), ...end)
}

/** After a round: unreadable votes, grouping free-text positions, looking at what splits it, and whether it is over. */
function betweenRounds(context: DebateContext): Step | undefined {
  const { run } = context
  if (!isBetweenRounds(context)) return undefined
  const open = nobodyLeft(context) ?? unreadVotes(context) ?? freeText(context)
  if (open) return open
  const looking = nextExperiment(context)
  if (looking || isLookDue(context)) return looking
  const settled = settledBy(context)
  if (!settled) return undefined
  const { isUnanimous, why } = settled
  return record(
    ...(isUnanimous ? [fact('moderation', { action: 'converged', rule: 'convergence', reason: why })] : []),
    movePanel(run, 'convergenceDetected', isUnanimous ? 'unanimous' : 'done'),
  )
}

/** Unreadable votes are requested once more. */
function unreadVotes(context: DebateContext): Step | undefined {
  const { run, panel } = context
  const unread = run.team.members.filter(
    ({ slug }) => panel.debate.unreadVotes.includes(slug) && !panel.debate.revoted.includes(slug),
  )
  return unread.length > 0 ? record(...unread.flatMap((seat) => askAgain(context, seat))) : undefined
}

/** Free-text positions become options. */
const freeText = (context: DebateContext): Step | undefined =>
  context.panel.debate.options.length === 0 && context.panel.debate.ledger.some(({ abstains }) => !abstains)
    ? group(context)
    : undefined

function askAgain(context: DebateContext, seat: Seat): readonly Fact[] {
  const place = `round${Math.max(1, roundsDone(context))}/${seat.slug}/vote`
  return voteAgain(context, { seat, place, ...positionBrief(context) })
}

function speak(context: DebateContext, open: readonly Seat[]): Step {
  const { run, panel } = context
  const done = turnsTaken(panel)
  const left = (turnLimit(context) ?? Number.MAX_SAFE_INTEGER) - done
  const seats = userFirst(open).slice(0, left)
  const { answer } = decisionEnding(context)
  return record(
    ...(roundNow(context) > 1 ? [movePanel(run, 'turnCompleted')] : []),
    ...seats.flatMap((seat, index) => {
      const turn = done + index + 1
      return contribute(context, seat, turn, { description: decisionTurnBrief(context, seat.slug, turn), answer })
    }),
  )
}
