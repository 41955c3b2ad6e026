import { firstWave, SURE_ENOUGH } from '../../../../counting/ask-fewer.ts'
import { cannotBeOvertaken } from '../../../../counting/overtake.ts'
import { chanceText } from '../../../../decision/forecast-text.ts'
import { resultOf, type TallyResult, voteOf } from '../../../../decision/tally.ts'
import { type Fact, fact } from '../../../../event/event.ts'
import { estimate } from '../../../../mode/estimate.ts'
import type { Seat } from '../../../../team/team.ts'
import { knownIn } from '../../opening/known-record.ts'
import { headOf, panelistName } from '../../setup/seats.ts'
import { type DebateContext, type Escalation, held } from '../state.ts'
import { type VotesNow, votesNow } from './count-now.ts'

const OUTPUT = 600

/** Whether only some panelists have been asked so far. */
export const isFirstTier = ({ opening: { first }, debate: { escalation } }: DebateContext['panel']): boolean =>
  first !== undefined && escalation === undefined

/** Who to ask next in the first tier. */
export function openSeats({ run, panel }: DebateContext): readonly Seat[] {
  const { ask, seats = [] } = panel.opening.first ?? {}
  const spoke = new Set(panel.debate.turns.map(({ agent }) => agent))
  const [first] = run.team.members.filter(({ slug }) => slug === seats[0])
  const hasOptions = panel.debate.options.length > 0
  const wave = ask && firstWave(ask, first?.model, knownIn(panel).record)
  const wanted = ask === 'as-few-as-needed' ? voteWave(seats, { asked: spoke.size, wave, hasOptions }) : seats
  return wanted.flatMap((slug) => (spoke.has(slug) ? [] : run.team.members.filter((seat) => seat.slug === slug)))
}

type Wave = { readonly asked: number; readonly wave: number | undefined; readonly hasOptions: boolean }

/** The first ones, then one more at a time. Free-text answers can be compared only once all are in. */
function voteWave(seats: readonly string[], { asked, wave, hasOptions }: Wave): readonly string[] {
  return asked === 0 ? seats.slice(0, wave) : hasOptions ? seats.slice(0, asked + 1) : seats
}

/** What the first answers amount to: they decide, or the others are asked. Undefined while a vote is still open. */
export function escalationOf(context: DebateContext): Escalation | undefined {
  return context.panel.opening.first?.ask === 'as-few-as-needed' ? voteResult(context) : pairResult(context)
}

function pairResult(context: DebateContext): Escalation {
  const {
    opening: { first },
  } = context.panel
  const seats = first?.seats ?? []
  const { votes, options } = votesNow(context)
  const [option = ''] = votes.map((vote) => vote.option)
  const agreed = votes.length === seats.length && votes.every((vote) => vote.option === option)
  const doubt = agreed ? doubtOf(context) : differText(context, votes)
  if (doubt !== undefined) return { stage: 'panel', agreed, why: doubt, seats: [...seats] }
  const certain = isCertain(context, votes, options)
  const why = `Both answer “${option}”.`
  return { stage: 'pair', agreed, why, seats: [...seats], ...(certain && { certain }), saved: savedBy(context) }
}

/** Everybody can read why the others are asked, while these are still writing: it tells nothing of what was answered. */
const UNSETTLED = 'The first two answers do not settle it.'

/** Why the others are asked although the two agree. */
function doubtOf(context: DebateContext): string | undefined {
  const { run, panel } = context
  const lines = held(context)
  const against = lines.find(({ veto }) => veto !== '')
  if (against) return `${panelistName(run, against.agent)} vetoes an option.`
  const more = panel.debate.turns.find((turn) => turn.more)
  if (more) return `${panelistName(run, more.agent)} asks for more analysis.`
  return countNow(context).forecast.probability < SURE_ENOUGH['two-first'] ? UNSETTLED : undefined
}

function differText({ run, panel }: DebateContext, votes: VotesNow): string {
  const silent = panel.opening.first?.seats.find((slug) => !votes.some(({ voter }) => voter === slug))
  return silent === undefined ? UNSETTLED : `${panelistName(run, silent)} gave no answer that counts.`
}

function voteResult(context: DebateContext): Escalation | undefined {
  const { votes, options } = votesNow(context)
  const result = countNow(context)
  if (result.how === 'lead' || votes.some(({ veto }) => veto !== '')) return undefined
  const { probability, basis } = result.forecast
  const certain = isCertain(context, votes, options)
  if (!certain && probability < SURE_ENOUGH['as-few-as-needed']) return undefined
  const agreed = votes.every(({ option }) => option === result.option)
  const seats = context.panel.debate.turns.map(({ agent }) => agent)
  const why = certain
    ? `No remaining vote can overtake “${result.option}”.`
    : `“${result.option}” is ${chanceText(probability, basis)}.`
  return { stage: 'vote', agreed, why, seats, ...(certain && { certain }), saved: savedBy(context) }
}

/** The result of the votes so far. */
function countNow(context: DebateContext): TallyResult {
  const { votes, options } = votesNow(context)
  const eligible = votes.map(({ voter }) => voter)
  return resultOf({ options: withOther(options), eligible, votes, abstained: [] }, knownIn(context.panel))
}

/** A ballot always offers another option. */
const withOther = (options: readonly string[]): readonly string[] => (options.length < 2 ? [...options, ''] : options)

/** Whether the others could not change the result. */
function isCertain({ panel, run }: DebateContext, votes: VotesNow, listed: readonly string[]): boolean {
  const [options, known] = [withOther(listed), knownIn(panel)]
  const absent = unasked({ run, panel }).map(({ slug }) => ({ voter: slug, option: '', confidence: null }))
  const others = voteOf({ options, votes: absent }, known).ballots
  return votes.length > 0 && cannotBeOvertaken(voteOf({ options, votes }, known), known.record, others)
}

const unasked = ({ run, panel }: Pick<DebateContext, 'run' | 'panel'>): readonly Seat[] =>
  run.team.members.filter(({ slug }) => !panel.debate.turns.some(({ agent }) => agent === slug))

/** The turns of those not asked, and the report nobody has to write. */
function savedBy(context: DebateContext): NonNullable<Escalation['saved']> {
  const { run } = context
  const head = headOf(run)
  const asked = [...unasked(context), ...(head ? [head] : [])].map((seat) => ({
    seat,
    calls: 1,
    input: OUTPUT,
    output: OUTPUT,
  }))
  const { calls, costUsd } = estimate({ course: () => ({ asked, inARow: 2 }) }, run, run.goal, run.images)
  return { calls, costUsd }
}

/** The facts of an escalation. Options drawn from the first answers would reveal them to the others. */
export function escalationFacts({ run, panel }: DebateContext, escalation: Escalation): readonly Fact[] {
  const isDrawn = panel.debate.options.length > 0 && panel.debate.options.every(({ covers }) => covers.length > 0)
  const again = escalation.stage === 'panel' && isDrawn
  return [
    fact('escalation', escalation, { parent: String(run.number) }),
    ...(again ? [fact('options.drawn', { options: [], by: '' })] : []),
  ]
}
