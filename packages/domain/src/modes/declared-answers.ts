import type { DeclaredAnswer } from '../answer/declared.ts'
import { decisionAnswers } from '../decision/answers.ts'
import { modes } from './modes.ts'

/** An answer that programs read, and where it is asked for. */
export type Declared = { readonly answer: DeclaredAnswer; readonly where: readonly string[] }

/** All declared answers, without duplicates. */
export const declaredAnswers: readonly Declared[] = [...new Set(Object.values(modes).flatMap(declaredBy))]
  .map((answer) => ({
    answer,
    where: Object.values(modes).flatMap((mode) => (declaredBy(mode).includes(answer) ? mode.name : [])),
  }))
  .concat(decisionAnswers.map((answer) => ({ answer, where: ['all teams'] })))

function declaredBy({ answers = [] }: { readonly answers?: readonly DeclaredAnswer[] }): readonly DeclaredAnswer[] {
  return answers
}
