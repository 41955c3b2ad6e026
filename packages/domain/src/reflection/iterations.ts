import type { Run } from '../session/state.ts'

const DEFAULT = 5
const FLAG = /^\s*--max[ \t=]+(\d{1,6})(?=\s)|\s--max[ \t=]+(\d{1,6})\s*$/

/** How often a run may go round: what the goal says with `--max N` first or last, else the limit; 0 is the usual. */
export function maxIterations({ goal, limits }: Pick<Run, 'goal' | 'limits'>): number {
  const [, first, last] = FLAG.exec(goal) ?? []
  return Number(first ?? last ?? 0) || (limits.maxIterations ?? DEFAULT)
}

/** The goal as agents read it, without its flag. */
export const goalOf = ({ goal }: Pick<Run, 'goal'>): string => {
  const bare = goal.replace(FLAG, '').trim()
  return bare === '' ? goal : bare
}
