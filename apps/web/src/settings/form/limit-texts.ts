/** Limits with a form field, in order. */
export const limitNames = ['maxTurns', 'maxIterations', 'maxTotalTokens', 'maxCostUsd', 'maxDuration'] as const

/** Limits as typed. */
export type LimitTexts = { readonly [name: string]: string }

/** Parses the typed limits, without the empty ones. */
export const limitsIn = (texts: LimitTexts): { readonly [name: string]: number } =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, Number(text)]])),
  )
