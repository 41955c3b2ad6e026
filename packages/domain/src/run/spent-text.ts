import type { Run } from '../state/session.ts'
import { costText, tokensText } from '../text/amounts.ts'
import { type Spend, tokensOf } from '../usage/usage.ts'

type Spent = Pick<Run, 'finished' | 'spent'>

/** What follow-ups have used since the run ended, or null if there were none. */
export function followUpSpend({ finished, spent }: Spent): Spend | null {
  if (!finished || spent.calls <= finished.totals.calls) return null
  const { totals } = finished
  return {
    calls: spent.calls - totals.calls,
    input: spent.input - totals.input,
    cached: spent.cached - totals.cached,
    output: spent.output - totals.output,
    costUsd: spent.costUsd - totals.costUsd,
    unpriced: spent.unpriced - totals.unpriced,
  }
}

/** `5.5k tokens, $0.02`: as in the line that says how the run ended. What follow-ups have used is a second amount. */
export function spentText(run: Spent): string {
  const later = followUpSpend(run)
  const own = amountText(run.finished?.totals ?? run.spent)
  return later ? `${own}, and ${amountText(later)} for follow-ups` : own
}

const amountText = (spend: Pick<Spend, 'input' | 'output' | 'costUsd' | 'unpriced'>): string =>
  `${tokensText(tokensOf(spend))} tokens, ${costText(spend)}`
