import type { Run } from '../../state/session.ts'
import { withoutEnd } from '../../text/without-marks.ts'

export const USUAL_ITERATIONS = 5

/** `--max 3` or `--max=3`, as a separate word: a sentence may continue after it. Phones make one dash of the two. */
const FLAG = /(?<!\S)(?:--|[–—])max[ \t=]+(\d{1,6})(?=[\s.,;:!?)]|$)/u

/** Attached files are in fences and quoted commands in code marks: neither counts as an option of the goal. */
const CODE = /^(?<fence>`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^\k<fence>|$(?![\s\S]))|`[^`\n]*`/gmu

/** The maximum number of iterations: `--max N` anywhere in the goal, else the limit. 0 is the default. */
export function maxIterations({ goal, limits }: Pick<Run, 'goal' | 'limits'>): number {
  return readGoal(goal).max || (limits.maxIterations ?? USUAL_ITERATIONS)
}

/** The goal as agents read it, without its flag. */
export const plainGoal = ({ goal }: Pick<Run, 'goal'>): string => readGoal(goal).text

/** A flag on its own would leave an empty goal, so it stays. */
function readGoal(goal: string): { readonly text: string; readonly max: number } {
  const flag = FLAG.exec(goal.replace(CODE, (code) => '\0'.repeat(code.length)))
  if (!flag) return { text: goal.trim(), max: 0 }
  const before = withoutEnd(goal.slice(0, flag.index), ' \t')
  const after = goal.slice(flag.index + flag[0].length)
  const isInLine = /\S$/u.test(before) && /^[ \t]+\S/u.test(after)
  const text = `${before}${isInLine ? ' ' : ''}${after.replace(/^[ \t]+/u, '')}`.trim()
  return text === '' ? { text: goal, max: 0 } : { text, max: Number(flag[1]) }
}
