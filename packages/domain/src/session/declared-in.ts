import type { DeclaredAnswer } from '../answer/declared.ts'
import { decisionAnswers } from '../decision/answers.ts'
import type { Mode } from '../mode/mode.ts'
import type { Task } from '../state/task.ts'

/** What a program reads the task's report as, if one does. A name of another version of Convene declares nothing. */
export function declaredIn(mode: Mode, { answer }: Pick<Task, 'answer'>): DeclaredAnswer | undefined {
  if (answer === undefined) return undefined
  return [...(mode.answers ?? []), ...decisionAnswers].find(({ name }) => name === answer)
}
