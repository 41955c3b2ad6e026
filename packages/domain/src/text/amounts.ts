/** `340`, `1.2k`, `3.4M`. */
export function tokensText(tokens: number): string {
  if (tokens < 1_000) return `${tokens}`
  if (tokens < 1_000_000) return `${(tokens / 1_000).toFixed(tokens < 10_000 ? 1 : 0)}k`
  return `${(tokens / 1_000_000).toFixed(1)}M`
}

/** `$0`, `$0.0031`, `$0.12`, `$3.40`; something is never shown as nothing. */
export function dollarsText(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars > 0 && dollars < 0.0001) return '<$0.0001'
  return dollars < 1 ? `$${dollars.toFixed(4).replace(/0{1,2}$/u, '')}` : `$${dollars.toFixed(2)}`
}

/** The same of what was spent; a price that nobody knows is never shown as 0. */
export function costText({ costUsd, unpriced }: { readonly costUsd: number; readonly unpriced: number }): string {
  const known = dollarsText(costUsd)
  if (unpriced === 0) return known
  return costUsd === 0 ? 'unknown price' : `${known} + unknown price`
}

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `1 agent`, `3 agents`, `1,200 files`; `countText(2, 'match', 'matches')` for a plural of its own. */
export const countText = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count.toLocaleString('en-US', { maximumFractionDigits: 15 })} ${count === 1 ? noun : nouns}`
