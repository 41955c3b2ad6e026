import type { Run } from '../state/session.ts'
import { costText, tokensText } from '../text/amounts.ts'
import { type Spend, tokensOf } from '../usage/usage.ts'
import { followUpSpend } from './totals-text.ts'

type Spent = Pick<Run, 'finished' | 'spent'>

/** `5.5k tokens, $0.02`: as in the line that says how the run ended. What follow-ups have used is a second amount. */
export function spentText(run: Spent): string {
  const later = followUpSpend(run)
  const own = amountText(run.finished?.totals ?? run.spent)
  return later ? `${own}, and ${amountText(later)} for follow-ups` : own
}

const amountText = (spend: Pick<Spend, 'input' | 'output' | 'costUsd' | 'unpriced'>): string =>
  `${tokensText(tokensOf(spend))} tokens, ${costText(spend)}`
