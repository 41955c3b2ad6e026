import { panelBallot } from '../../../decision/places.ts'
import { record, type Step } from '../../../effect/effect.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { assign } from '../../../mode/assign.ts'
import type { Seat } from '../../../team/team.ts'
import { agentMembers, hasUserSeat } from '../../../team/user-seat.ts'
import { grouping } from '../debate/answers.ts'
import { choice, position } from '../debate/contribution-answers.ts'
import { discussionPlace, isUnread } from '../debate/discussion/checks.ts'
import { optionHeld, optionsFromLedger } from '../debate/options.ts'
import { userFirst } from '../debate/speakers.ts'
import { type Held, held } from '../debate/state.ts'
import { voteAgain, wordsOnly } from '../debate/turns.ts'
import { forHead } from '../opening/next.ts'
import { beginAnew } from '../setup/conversation.ts'
import { roles } from '../setup/roles.ts'
import { headOf } from '../setup/seats.ts'
import { movePanel } from '../setup/table.ts'
import { ballot } from './answers.ts'
import { ballotBrief, ballotOptionsBrief, finalBrief } from './discussion-prompts.ts'
import { proposedFacts, votedFact } from './proposal.ts'
import { isReserveSpent, reservedInput, roomFor } from './reserve.ts'
import type { BallotContext } from './state.ts'

const OPTIONS_OUTPUT = 600
const BALLOT_OUTPUT = 700
/** The tokens to leave for the report when paying for ballots. */
const REPORT_TOKENS = 4_000

/** Options, then everyone's final positions and ballots. Without a choice, only the positions of the agents. */
export function closeDiscussion(context: BallotContext): Step | undefined {
  const { run, panel } = context
  if (panel.ballot.decision === null && !panel.opening.findings) return drawOptions(context)
  const uncalled = uncalledSeats(context)
  const called = uncalled.length > 0 && callBallots(context, uncalled)
  if (called) return called
  const unread = unreadSeats(context)
  if (unread.length > 0) return record(...unread.flatMap((seat) => callAgain(context, seat)))
  return mayReopen(context) ? record(movePanel(run, 'debateResumed', 'a panelist asks for more analysis')) : undefined
}

/** Once per run, and only if no limit has ended the debate: the ballots are discarded unread. */
const mayReopen = ({ run, panel }: BallotContext): boolean =>
  panel.ballot.reopens && panel.ballot.closings === 1 && panel.ballot.why === 'converged' && run.limit === null

/** The Head draws the options. If that is too expensive or fails, they are the positions themselves. */
function drawOptions(context: BallotContext): Step {
  const { session, run, panel } = context
  const seat = headOf(run)
  const name = `options${panel.ballot.closings}`
  const again = isUnread(context, name)
  const description = ballotOptionsBrief(context, again)
  const conversation = seat ? (session.conversations[seat.slug]?.size ?? 0) : 0
  const isAffordable =
    seat &&
    roomFor(session, run, seat) >
      reservedInput(run, seat, description, conversation) + OPTIONS_OUTPUT + floorOf(context)
  if (!seat || !isAffordable || (panel.debate.optionsAsked > 0 && !again)) {
    const facts = proposedFacts(context, optionsFromLedger(context))
    return facts.length > 0 ? record(...facts) : record(movePanel(run, 'turnCompleted'))
  }
  return record(
    ...assign(run, {
      place: discussionPlace(context, name),
      seat,
      kind: 'options',
      description,
      takes: forHead(context),
      answer: grouping,
      execution: 'single',
      allowance: { ...roles.head, ...(isReserveSpent(run) && { maxOutput: OPTIONS_OUTPUT }) },
    }),
  )
}

/** What ballots and the report still need after the options, if only the reserve is left. */
const floorOf = ({ run }: BallotContext): number => (isReserveSpent(run) ? REPORT_TOKENS : 0)

/**
 * Who casts a ballot: everyone once, readable or not. A seat that a limit cut off before its first word is called once
 * more, from the reserve.
 */
export function uncalledSeats({ run, panel }: Pick<BallotContext, 'run' | 'panel'>): readonly Seat[] {
  const members = panel.opening.findings ? agentMembers(run.team) : run.team.members
  const tried = panel.ballot.ballotsAsked
  // The user is called first, and alone.
  if (tried === 1 && panel.ballot.cut.length === 0 && hasUserSeat(run.team) && !panel.opening.findings)
    return agentMembers(run.team)
  if (panel.ballot.published || tried >= members.length) return []
  if (tried === 0 && panel.ballot.cut.length === 0) return members
  return members.filter(({ slug }) => panel.ballot.cut.filter((cut) => cut === slug).length === 1)
}

/** A panelist with an unreadable ballot is asked once more, unless only the reserve is left. */
const unreadSeats = ({ run, panel }: BallotContext): readonly Seat[] =>
  isReserveSpent(run) || panel.ballot.published
    ? []
    : run.team.members.filter(
        ({ slug }) => panel.debate.unreadVotes.includes(slug) && !panel.debate.revoted.includes(slug),
      )

function callAgain(context: BallotContext, seat: Seat): readonly Fact[] {
  const place = `${panelBallot(context.panel.ballot.closings, seat.slug, false)}/unread`
  return voteAgain(context, { seat, place, description: ballotBrief(context), answer: choice })
}

/** With everything the panelist knows, or in short if the caps leave room for no more. */
function callBallots(context: BallotContext, seats: readonly Seat[]): Step | undefined {
  const { run, panel } = context
  const whole = asksFor(context, seats, false)
  const short = asksFor(context, seats, true)
  const asks = isReserveSpent(run) || (run.limit && !isAffordable(context, whole)) ? short : whole
  if (run.limit && (run.limit.exhausted || !isAffordable(context, asks)))
    return panel.opening.findings ? undefined : record(...lastHeld(context, seats))
  const now = userFirst(seats)
  return record(...asks.flatMap((ask) => (now.includes(ask.seat) ? callBallot(context, ask) : [])))
}

/** `isShort`: a separate conversation that sums up what the panelist knows. */
type BallotAsk = { readonly seat: Seat; readonly brief: string; readonly isShort: boolean }

const asksFor = (context: BallotContext, seats: readonly Seat[], isShort: boolean): readonly BallotAsk[] =>
  seats.map((seat) => ({ seat, brief: finalBrief(context, seat.slug, isShort), isShort }))

function isAffordable({ session, run }: BallotContext, asks: readonly BallotAsk[]): boolean {
  const known = ({ seat, isShort }: BallotAsk) => (isShort ? 0 : (session.conversations[seat.slug]?.size ?? 0))
  const needed = asks.reduce(
    (sum, ask) => sum + reservedInput(run, ask.seat, ask.brief, known(ask)) + BALLOT_OUTPUT,
    REPORT_TOKENS,
  )
  const room = Math.min(...asks.map(({ seat }) => roomFor(session, run, seat)))
  return room > needed
}

function callBallot(context: BallotContext, { seat, brief, isShort }: BallotAsk): readonly Fact[] {
  const { run, panel } = context
  const allowance = { ...wordsOnly(context, seat.slug), ...(isShort && { maxOutput: BALLOT_OUTPUT }) }
  const fresh = isShort ? beginAnew(context.session, seat.slug) : []
  const place = panelBallot(panel.ballot.closings, seat.slug, panel.ballot.cut.includes(seat.slug))
  const answer = panel.opening.findings ? position : ballot
  const asked = { place, seat, kind: 'final_position', description: brief, answer, allowance } as const
  return [...fresh, ...assign(run, { ...asked, ...(isShort && { execution: 'single' }) })]
}

/** If no ballot can be paid for, the last positions are counted, with a warning. */
function lastHeld(context: BallotContext, seats: readonly Seat[]): readonly Fact[] {
  const message = 'The limits left no room for ballots: the last positions are counted instead.'
  const silent = held(context).filter(({ agent }) => seats.some(({ slug }) => slug === agent))
  const votes = silent.flatMap((line) => {
    const option = optionOf(context, line)
    const { agent, confidence } = line
    const cast = { voter: agent, option: option ?? null, confidence, reason: 'the position last held' }
    return option === undefined ? [] : [votedFact(context, cast, { agent })]
  })
  return [fact('warning', { code: 'no_ballot', message }), ...votes]
}

/** The option in the words of a position, or the one under which the Head grouped an earlier position of its holder. */
function optionOf({ panel }: BallotContext, line: Held): string | undefined {
  const own = panel.debate.ledger.filter(({ agent }) => agent === line.agent).toReversed()
  return [line, ...own].map((one) => optionHeld(panel.debate.options, one)?.text).find((text) => text !== undefined)
}
