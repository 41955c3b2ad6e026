import { shortBasisText } from '../../../decision/forecast-text.ts'
import { record, type Step } from '../../../effect/effect.ts'
import { areFarApart } from '../../../estimate/pool.ts'
import { estimateLine, middleText, valueRangeText } from '../../../estimate/range-text.ts'
import { fact } from '../../../event/event.ts'
import { conclude } from '../../../mode/conclude.ts'
import { type Shortfall, unanswered } from '../../../mode/ending.ts'
import { limitSentence } from '../../../run/limit-text.ts'
import { hasUserSeat, isUser } from '../../../team/user-seat.ts'
import { countText } from '../../../text/amounts.ts'
import { dismissed } from '../setup/conversation.ts'
import { headOf, panelistName } from '../setup/seats.ts'
import { type EstimateContext, newestGiven } from './state.ts'

/** The report of an estimate, with what the panel has written so far. */
type Reporting = EstimateContext & { readonly panel: { readonly report: { readonly message: string | null } } }

/** The report is made from the record, so that no model can make a point of a range. Then the run is over. */
export function reportEstimate(context: Reporting): Step {
  const { session, run, panel } = context
  const text = reportText(context)
  const place = { parent: String(run.number) }
  if (panel.report.message === null)
    return record(fact('message', { author: 'convene', role: 'system', kind: 'synthesis', text }, place))
  const title = `Estimate: ${run.goal.split('\n')[0]?.slice(0, 100)}`
  const { pooled } = panel.estimate
  const ending = conclude(session, run, {
    trigger: 'synthesisComplete',
    reason: run.limit ? `limit:${run.limit.which}` : isFarApart(context) ? 'far_apart' : 'done',
    summary: headText(context),
    short: shortOf(context),
    ...(pooled?.range ? { estimate: pooled } : { failure: panel.opening.rehearsal ? undefined : 'no_estimate' }),
  })
  return record(
    fact('artifact', { id: `${run.number}/report`, kind: 'report', title, text }, place),
    ...dismissed(session, run, headOf(run)?.slug),
    ...ending.record,
  )
}

const REHEARSED = 'This was a rehearsal. The numbers are samples, and there is no estimate.'

function headText({ panel }: Pick<EstimateContext, 'panel'>): string {
  const { pooled } = panel.estimate
  if (panel.opening.rehearsal) return REHEARSED
  if (!pooled?.range) return 'No estimate: nobody gave one that can be used.'
  return `Estimate: ${estimateLine(pooled)}${isFarApart({ panel }) ? '. The seats are far apart' : ''}`
}

const isFarApart = ({ panel: { estimate } }: Pick<EstimateContext, 'panel'>): boolean =>
  estimate.pooled?.range != null &&
  areFarApart(
    estimate.pooled.seats.map(({ range }) => range),
    estimate.pooled.quantity,
  )

/** Who was asked and gave no estimate. */
function shortOf(context: EstimateContext): Shortfall | undefined {
  const { run } = context
  const given = newestGiven(context)
  const asked = run.team.members.filter((seat) => !isUser(seat))
  return unanswered(
    'answered',
    asked.map(({ slug }) => ({ agent: slug, ok: given.some(({ agent }) => agent === slug) })),
  )
}

function reportText(context: EstimateContext): string {
  const { run, panel } = context
  const { pooled } = panel.estimate
  const why = run.limit ? ` ${limitSentence(run)}` : ''
  return [
    `**${headText(context)}**`,
    `*This report was generated from the record, without a model.${why}*`,
    '## Seats',
    seatsTable(context) || 'Nobody gave an estimate.',
    '## Reasons',
    reasonsText(context) || 'Nobody gave a reason.',
    '## How it was counted',
    [
      pooled ? `- ${countedText(context)}` : '',
      pooled?.range ? `- Basis: ${shortBasisText(pooled.basis)}.` : '',
      widthText(pooled),
      hasUserSeat(run.team) ? '- You count as one more model.' : '',
      '- Every answer was sealed until all were in. Between the two rounds, the seats read reasons without numbers.',
    ]
      .filter((line) => line !== '')
      .join('\n'),
  ].join('\n\n')
}

const countedText = ({ panel }: EstimateContext): string =>
  panel.estimate.quantity?.kind === 'chance'
    ? 'Together: the mean of the log-odds, one per model. The range is from the lowest to the highest seat.'
    : 'Each quantile is the mean of the seats, one per model: of the logarithms if none is below zero. Of three or more, none counts as more than ten times what the middle one says, or as less than a tenth.'

/** `The range is 1.4 times as wide as the seats say`: it holds as often as it says only because of that. */
function widthText(pooled: EstimateContext['panel']['estimate']['pooled']): string {
  const { factor = 1, resolved = 0 } = pooled?.width ?? {}
  if (resolved === 0) return ''
  return `- The range is ${factor.toFixed(1)} times as wide as the seats say, because that is how far off ${countText(resolved, 'earlier estimate')} were.`
}

function seatsTable({ run, panel }: EstimateContext): string {
  const { pooled } = panel.estimate
  if (!pooled || pooled.seats.length === 0) return ''
  const { quantity } = pooled
  const isChance = quantity.kind === 'chance'
  const rows = pooled.seats.map(({ agent, range, first }) => {
    const before = first ? (isChance ? middleText(first, quantity) : valueRangeText(first, quantity)) : 'the same'
    const cells = isChance
      ? [middleText(range, quantity)]
      : [valueRangeText(range, quantity), middleText(range, quantity)]
    return `| ${[panelistName(run, agent), ...cells, before].join(' | ')} |`
  })
  const heads = isChance ? ['Seat', 'Likely', 'Before'] : ['Seat', '8 of 10 cases', 'Middle', 'Before']
  return [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...rows].join('\n')
}

const reasonsText = (context: EstimateContext): string =>
  newestGiven(context)
    .filter(({ reason }) => reason !== '')
    .map(({ agent, reason }) => `- **${panelistName(context.run, agent)}**: ${reason}`)
    .join('\n')
