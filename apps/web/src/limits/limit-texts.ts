/** The limits that forms have a field for, in their order. */
export const limitNames = ['maxTurns', 'maxIterations', 'maxTotalTokens', 'maxCostUsd', 'maxDuration'] as const

/** Limits as they are written, nothing read yet. */
export type LimitTexts = { readonly [name: string]: string }

/** What was written, as the program takes it; what is empty is left out. */
export const limitsIn = (texts: LimitTexts): { readonly [name: string]: number } =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, Number(text)]])),
  )
