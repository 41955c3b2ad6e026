import { basisOfModels } from '../../../decision/forecast.ts'
import { sealedPlace } from '../../../decision/places.ts'
import { record, type Step } from '../../../effect/effect.ts'
import { widened } from '../../../estimate/learned-width.ts'
import { poolOf } from '../../../estimate/pool.ts'
import type { Pooled } from '../../../event/estimate-facts.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { assign } from '../../../mode/assign.ts'
import { conclude } from '../../../mode/conclude.ts'
import { messageBy } from '../../../prompt/ask.ts'
import type { Seat } from '../../../team/team.ts'
import { knownIn } from '../opening/known-record.ts'
import { turnMinutes } from '../setup/limits.ts'
import { roles } from '../setup/roles.ts'
import { movePanel } from '../setup/table.ts'
import { answerFor } from './answers.ts'
import { againBrief, estimateBrief } from './prompts.ts'
import { type EstimateContext, estimateId, newestGiven, quantityOf } from './state.ts'

/** Everyone estimates alone; the reasons are exchanged once, without numbers; everyone estimates again. */
export function nextInEstimate(context: EstimateContext): Step {
  const { session, run, panel } = context
  const { round, again, unread } = panel.estimate
  if (round === 0) return ask(context, run.team.members, 1)
  const open = run.team.members.filter(({ slug }) => slug in unread && !again.includes(slug))
  if (open.length > 0) return record(...open.flatMap((seat) => askAgain(context, seat)))
  const answered = newestGiven(context).filter(({ range }) => range !== null)
  if (answered.length === 0) {
    const summary = 'No panelist gave an estimate that can be used. The warnings and errors above say why.'
    return conclude(session, run, { trigger: 'error', reason: '', summary, failure: 'no_estimate' })
  }
  const isOver = round >= (panel.opening.rounds ?? 1) || answered.length < 2
  if (isOver) return record(movePanel(run, 'convergenceDetected', 'done'))
  const seats = run.team.members.filter(({ slug }) => panel.estimate.given.some(({ agent }) => agent === slug))
  return record(movePanel(run, 'turnCompleted'), ...reasonsShown(context), ...ask(context, seats, round + 1).record)
}

const ask = (context: EstimateContext, seats: readonly Seat[], round: number): Step =>
  record(
    ...seats.flatMap((seat) =>
      asked(context, seat, { round, description: estimateBrief(context, seat.slug, round), isAgain: false }),
    ),
  )

function askAgain(context: EstimateContext, seat: Seat): readonly Fact[] {
  const { round, unread } = context.panel.estimate
  return asked(context, seat, { round, description: againBrief(context, unread[seat.slug] ?? ''), isAgain: true })
}

type Asked = { readonly round: number; readonly description: string; readonly isAgain: boolean }

function asked(context: EstimateContext, seat: Seat, { round, description, isAgain }: Asked): readonly Fact[] {
  const { session, run, panel } = context
  const { maxToolCallsPerTurn, maxTurnDuration } = run.limits
  const minutes = maxTurnDuration === null ? null : turnMinutes(run, seat, session.learned)
  const toolCalls = isAgain ? 0 : maxToolCallsPerTurn
  return assign(run, {
    place: sealedPlace('estimate', `${seat.slug}/round${round}${isAgain ? '/again' : ''}`),
    seat,
    kind: 'estimate',
    description,
    turn: round,
    answer: answerFor(quantityOf(panel)),
    takes: session.queue.filter((id) => messageBy(session, id)?.to === seat.slug),
    allowance: { ...roles.panelist, ...(toolCalls !== null && { toolCalls }), ...(minutes !== null && { minutes }) },
  })
}

/** The reasons as the others read them: the only thing that is exchanged. */
function reasonsShown(context: EstimateContext): readonly Fact[] {
  const { run, panel } = context
  const { round } = panel.estimate
  return newestGiven(context)
    .filter(({ shared }) => shared !== '')
    .map(({ agent, shared }) => {
      const said = { author: agent, role: 'member' as const, kind: 'argument' as const, text: shared, round }
      return fact('message', said, { agent, parent: String(run.number) })
    })
}

/** Opens the answers and pools them, once. */
export function closeEstimate(context: EstimateContext): Step | undefined {
  const { run, panel } = context
  if (panel.estimate.pooled) return undefined
  const data = { estimate: estimateId(run), question: run.goal, ...pooledOf(context) }
  return record(fact('estimate.pooled', data, { parent: String(run.number) }))
}

function pooledOf(context: EstimateContext): Pooled {
  const { run, panel } = context
  const quantity = quantityOf(panel)
  const answers = newestGiven(context).flatMap(({ range, ...said }) => (range ? [{ ...said, range }] : []))
  const seats = answers.map(({ agent, range }) => {
    const before = panel.estimate.given.find((one) => one.agent === agent)?.range
    const isSame = !before || (['low', 'middle', 'high'] as const).every((at) => before[at] === range[at])
    return { agent, range, ...(!isSame && { first: before }) }
  })
  const plain = panel.opening.rehearsal ? null : poolOf(answers, quantity)
  const width = plain && quantity.kind === 'number' ? run.settings.width : undefined
  return {
    quantity,
    range: plain && width ? widened(plain, width) : plain,
    ...(width && { width }),
    seats,
    basis: basisOfModels(
      answers.map(({ model }) => model),
      knownIn(panel).record,
    ),
  }
}
