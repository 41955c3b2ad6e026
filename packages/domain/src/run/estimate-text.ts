import type { Estimate } from '../event/run-settings.ts'
import { costText, countText, dollarsText, tokensText } from '../text/amounts.ts'

/** `13–31 calls · 28k–74k tokens · $0.05–$0.18 · 3–8 min`: the one line for what a run will probably use. */
export function estimateText(estimate: Estimate): string {
  return [
    callsText(estimate),
    costRangeText(estimate),
    minutesText(estimate),
    rareText(estimate),
    learnedText(estimate),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** `right in 8 of 10 runs`: how often the range that was shown before such a run was right. Empty before there are any. */
export function learnedText({ learned }: Estimate): string {
  if (!learned) return ''
  const { runs, right, proven } = learned
  const plans = proven ? `, all steps proven in ${proven.all} of ${proven.plans}` : ''
  return `right in ${right} of ${countText(runs, 'run')}${plans}`
}

/** `up to 15 more calls if it looks`. Empty if every call is in the range. */
const rareText = ({ rare }: Estimate): string =>
  rare ? `up to ${rare.calls} more ${rare.calls === 1 ? 'call' : 'calls'} ${rare.when}` : ''

/** `13–31 calls · 28k–74k tokens`. */
export function callsText(estimate: Estimate): string {
  const calls = range(estimate, (amounts) => String(amounts.calls))
  const tokens = range(estimate, ({ input, output }) => tokensText(roughly(input + output)))
  return `${calls} ${(estimate.most ?? estimate).calls === 1 ? 'call' : 'calls'} · ${tokens} tokens`
}

/** `About 4 calls and $0.05 saved.` */
export function savedText({ calls, costUsd }: { readonly calls: number; readonly costUsd: number | null }): string {
  const cost = costUsd === null ? '' : ` and ${dollarsText(roughly(costUsd))}`
  return `About ${countText(calls, 'call')}${cost} saved.`
}

/** Anything above this is shown as a minute. */
const SHORT = 0.75

/** `3–8 min`, or `under 1 min`. */
export const minutesText = (estimate: Estimate): string =>
  (estimate.most ?? estimate).minutes < SHORT
    ? 'under 1 min'
    : `${range(estimate, ({ minutes }) => String(Math.max(1, Math.round(minutes))))} min`

type Amounts = Omit<Estimate, 'least' | 'most' | 'rare' | 'over' | 'learned'>

/** From the least to the most. Without a range, the single number. */
function range(
  { least, most, rare: _rare, over: _over, learned: _learned, ...usual }: Estimate,
  text: (amounts: Amounts) => string,
): string {
  const [low, high] = [text(least ?? usual), text(most ?? usual)]
  if (low !== high) return `${low}–${high}`
  return least ? low : `about ${low}`
}

/** `$0.05–$0.18`, or that a price is unknown. */
export function costRangeText(estimate: Estimate): string {
  if (estimate.costUsd === null) return costText({ costUsd: 0, unpriced: 1 })
  return range(estimate, ({ costUsd }) => dollarsText(roughly(costUsd ?? 0)))
}

/** `about 2 min`: the usual time, for a line with little room. */
export const aboutMinutesText = (estimate: Estimate): string =>
  estimate.minutes < SHORT ? 'under 1 min' : `about ${Math.round(estimate.minutes)} min`

/** `under $0.10`: more than the most it should cost. */
export function underCostText(estimate: Estimate): string {
  const { costUsd } = estimate.most ?? estimate
  if (costUsd === null || estimate.costUsd === null) return 'no price known'
  if (costUsd === 0) return 'free'
  const step = costUsd < 0.2 ? 0.01 : costUsd < 2 ? 0.1 : 1
  const above = (Math.floor(costUsd / step + 1e-9) + 1) * step
  return `under $${step < 1 ? above.toFixed(2) : above.toFixed(0)}`
}

/** Two digits: more would promise precision nobody has. */
const roughly = (amount: number): number => Number(amount.toPrecision(2))
