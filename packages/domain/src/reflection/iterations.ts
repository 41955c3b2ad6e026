import type { Run } from '../session/state.ts'

export const USUAL_ITERATIONS = 5
/** First, last, or at the end of the first line: attached files stand under the goal. */
const FLAG =
  /^\s*--max[ \t=]+(\d{1,6})(?=\s)|\s--max[ \t=]+(\d{1,6})\s*$|[ \t]--max[ \t=]+(\d{1,6})(?=[ \t]*\n)(?<=^[^\n]*)/

/** How often a run may go round: what the goal says with `--max N` first or last, else the limit; 0 is the usual. */
export function maxIterations({ goal, limits }: Pick<Run, 'goal' | 'limits'>): number {
  const [, first, last, above] = FLAG.exec(goal) ?? []
  return Number(first ?? last ?? above ?? 0) || (limits.maxIterations ?? USUAL_ITERATIONS)
}

/** The goal as agents read it, without its flag. */
export const goalOf = ({ goal }: Pick<Run, 'goal'>): string => {
  const bare = goal.replace(FLAG, '').trim()
  return bare === '' ? goal : bare
}
