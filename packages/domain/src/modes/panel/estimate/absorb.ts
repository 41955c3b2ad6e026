import { isAbstaining } from '../../../answer/abstention.ts'
import { withFieldLines } from '../../../answer/field-tables.ts'
import { valueIn } from '../../../answer/marks.ts'
import { voterName } from '../../../decision/commit.ts'
import { readRange } from '../../../estimate/read-range.ts'
import { withoutNumbers } from '../../../estimate/without-numbers.ts'
import type { ValueRange } from '../../../event/estimate-facts.ts'
import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { isRepeated } from '../../../mode/read-answer.ts'
import { seatOf } from '../../../state/session.ts'
import { cleanLine } from '../../../text/clean.ts'
import { prohibitedIn } from '../debate/moderation.ts'
import { beginAnew } from '../setup/conversation.ts'
import { answerFor } from './answers.ts'
import { type EstimateContext, estimateId, quantityOf } from './state.ts'

const LONGEST_REASON = 1_200

/** Reads a seat's sealed answer. One that cannot be read is requested once more; after that it is not counted. */
export function absorbEstimate(context: EstimateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  if (!report.ok) return []
  const blocked = prohibitedIn(context.run, [report.report])
  if (blocked) return [fact('moderation', blocked, place), ...beginAnew(context.session, report.agent)]
  const quantity = quantityOf(context.panel)
  const text = withFieldLines(report.report, ['PROBABILITY', 'CHANCE', 'REASON'])
  if (text.split('\n').some(isAbstaining)) return [given(context, report, place, null)]
  const range = isRepeated(context.session, report) ? 'none' : readRange(text, quantity)
  return typeof range === 'string'
    ? [unread(context, report, place, range)]
    : [given(context, { ...report, report: text }, place, range)]
}

function given(
  { run, panel }: EstimateContext,
  { agent, report }: TaskReport,
  place: EventPlace,
  range: ValueRange | null,
): Fact {
  const reason = cleanLine(valueIn(report, 'REASON') ?? '').slice(0, LONGEST_REASON)
  const model = seatOf(run, agent)?.model
  return fact(
    'estimate.given',
    {
      estimate: estimateId(run),
      voter: agent,
      round: panel.estimate.round,
      range,
      reason,
      shared: withoutNumbers(reason),
      ...(model && { model }),
    },
    place,
  )
}

function unread({ run, panel }: EstimateContext, { agent }: TaskReport, place: EventPlace, why: string): Fact {
  const isLast = panel.estimate.again.includes(agent)
  const answer = answerFor(quantityOf(panel))
  const what: { readonly [why: string]: string } = {
    order: 'has three numbers that do not go up',
    unit: `is not in ${quantityOf(panel).unit}`,
    size: 'is negative or larger than anything can be',
  }
  const message = `The estimate of ${voterName(run, agent)} ${what[why] ?? 'could not be read'}, ${isLast ? 'and does not count' : 'and is requested again'}.`
  const data = { code: 'estimate_unread', message, details: why, ...(isLast && { unread: answer.name }) }
  return fact('warning', data, place)
}
