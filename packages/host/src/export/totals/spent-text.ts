import {
  costText,
  countText,
  followUpSpend,
  type Run,
  type Session,
  type Spend,
  timesOf,
  timesText,
  tokensOf,
  tokensText,
} from '@convene/domain'

/**
 * What the newest run took, as on its result: `7 calls, 10k tokens, $0.02, 6.7 s`. What follow-ups have used is a second
 * amount, and so is the sum of several runs.
 */
export function sessionSpentText({ run, spent, at }: Session): string {
  if (!run) return amountText(spent)
  const later = followUpSpend(run)
  const own = `${amountText(ownSpend(run))}, ${timesText(timesOf(run, at))}`
  const followUps = later ? `, and ${amountText(later)} for follow-ups` : ''
  return run.number > 1 ? `${amountText(spent)} in all runs; the newest run ${own}${followUps}` : `${own}${followUps}`
}

const ownSpend = (run: Run): Amount => run.finished?.totals ?? run.spent

type Amount = Pick<Spend, 'calls' | 'input' | 'output' | 'costUsd' | 'unpriced'>

const amountText = (spend: Amount): string =>
  `${countText(spend.calls, 'call')}, ${tokensText(tokensOf(spend))} tokens, ${costText(spend)}`
