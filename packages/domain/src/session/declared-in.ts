import type { DeclaredAnswer } from '../answer/declared.ts'
import { decisionAnswers } from '../decision/answers.ts'
import type { Mode } from '../mode/mode.ts'
import type { Task } from '../state/task.ts'

/** The declared answer a task's report is parsed as, if any. Names from other versions of Convene are ignored. */
export function declaredIn(mode: Mode, { answer }: Pick<Task, 'answer'>): DeclaredAnswer | undefined {
  if (answer === undefined) return undefined
  return [...(mode.answers ?? []), ...decisionAnswers].find(({ name }) => name === answer)
}
