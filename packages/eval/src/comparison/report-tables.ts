import { costText, dollarsText, durationText, tokensText } from '@convene/domain'
import type { ArmReport, EvalReport } from './report.ts'
import { intervalText, pText, withSign } from './verdict.ts'

/** A report table, for the terminal and for Markdown. */
export type ReportTable = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`)
const number = (value: number | null): string => (value === null ? '-' : value.toFixed(3))

/** All tables of a report, each at most 80 columns wide unless names are long. */
export function reportTables(report: EvalReport): readonly ReportTable[] {
  return [accuracies(report), costs(report), comparisons(report), errors(report), topics(report)].filter(
    ({ rows }) => rows.length > 0,
  )
}

function accuracies({ arms, known }: EvalReport): ReportTable {
  const isJudged = arms.some(({ winRate }) => winRate !== null)
  return {
    title: 'How good',
    head: ['arm', 'answers', ...(known > 0 ? ['right', '95 % interval'] : []), ...(isJudged ? ['wins'] : []), 'failed'],
    rows: arms.map(({ arm, answered, accuracy, interval, winRate, failed }) => [
      arm,
      String(answered),
      ...(known > 0
        ? [percent(accuracy), interval ? `${percent(interval.low)} – ${percent(interval.high)}` : '-']
        : []),
      ...(isJudged ? [percent(winRate)] : []),
      String(failed),
    ]),
  }
}

const costs = ({ arms }: EvalReport): ReportTable => ({
  title: 'At what price',
  head: ['arm', 'cost', 'per question', 'tokens', 'calls', 'time each'],
  rows: arms.map(({ arm, cost, answered, failed, ms }) => [
    arm,
    costText({ costUsd: cost.usd, unpriced: cost.unpriced }),
    cost.unpriced > 0 ? '-' : dollarsText(Number((cost.usd / Math.max(1, answered + failed)).toPrecision(3))),
    tokensText(cost.tokens),
    String(cost.calls),
    durationText(ms),
  ]),
})

const comparisons = ({ comparisons: all }: EvalReport): ReportTable => ({
  title: 'Against each other',
  head: ['arm', 'against', 'points', '95 % interval', 'p', 'cost', 'verdict'],
  rows: all
    .filter(({ questions }) => questions > 0)
    .map((each) => [
      each.arm,
      each.against,
      withSign(each.difference),
      intervalText(each),
      pText(each.p),
      each.costDifference === null ? '-' : `×${(1 + each.costDifference).toFixed(1)}`,
      each.verdict === 'cannot tell' ? 'unclear' : each.verdict,
    ]),
})

/** The reasons: how well calibrated the arms' confidence is, and whether their votes fail together. */
function errors({ arms }: EvalReport): ReportTable {
  const has = ({ brier, allWrong, unread }: ArmReport) => brier !== null || allWrong !== null || unread > 0
  return {
    title: 'Why',
    head: ['arm', 'Brier', 'calibration error', 'all wrong', 'same wrong', 'unreadable'],
    rows: arms
      .filter(has)
      .map(({ arm, brier, calibrationError, allWrong, sameWrong, unread }) => [
        arm,
        number(brier),
        number(calibrationError),
        percent(allWrong),
        percent(sameWrong),
        String(unread),
      ]),
  }
}

const topics = ({ topics: all, arms }: EvalReport): ReportTable => ({
  title: 'Right by topic',
  head: ['topic', 'questions', ...arms.map(({ arm }) => arm)],
  rows:
    all.length < 2
      ? []
      : all.map(({ topic, questions, accuracy }) => [
          topic,
          String(questions),
          ...arms.map(({ arm }) => percent(accuracy[arm] ?? null)),
        ]),
})
