/** `340`, `1.2k`, `3k`, `12k`, `3.4M`, `12M`. */
export function tokensText(tokens: number): string {
  if (tokens < 1_000) return `${tokens}`
  // From here on it would round to 1,000k, so it is shown as 1M.
  if (tokens >= 999_500) return `${shortNumber(tokens / 1_000_000)}M`
  return `${tokens < 10_000 ? shortNumber(tokens / 1_000) : Math.round(tokens / 1_000)}k`
}

const shortNumber = (value: number): string => value.toFixed(1).replace(/\.0$/u, '')

/** `$0`, `$0.0031`, `$0.12`, `$3.40`. A positive amount is never shown as zero. */
export function dollarsText(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars > 0 && dollars < 0.0001) return '<$0.0001'
  return dollars < 1 ? `$${dollars.toFixed(4).replace(/0{1,2}$/u, '')}` : `$${dollars.toFixed(2)}`
}

/** The same for a spend. An unknown price is never shown as 0. */
export function costText({ costUsd, unpriced }: { readonly costUsd: number; readonly unpriced: number }): string {
  const known = dollarsText(costUsd)
  if (unpriced === 0) return known
  return costUsd === 0 ? 'unknown price' : `${known} + unknown price`
}

/** The cost for a line about one of many answers. Empty without a price: once per run is enough to say that. */
export const priceParts = (spend: { readonly costUsd: number; readonly unpriced: number }): readonly string[] =>
  spend.unpriced > 0 && spend.costUsd === 0 ? [] : [costText(spend)]

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `1 agent`, `3 agents`, `1,200 files`. `countText(2, 'match', 'matches')` for an irregular plural. */
export const countText = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${numberText(count)} ${count === 1 ? noun : nouns}`

/** `1,200`, `0.5`. The first call of `toLocaleString`, which does the same, takes a twentieth of a short command. */
export function numberText(value: number): string {
  const [whole = '', ...fraction] = String(value).split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/gu, ','), ...fraction].join('.')
}
