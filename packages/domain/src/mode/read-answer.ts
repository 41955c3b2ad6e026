import type { DeclaredAnswer } from '../answer/declared.ts'
import { isEcho, withoutAsked } from '../answer/echo.ts'
import { toArray } from '../list/list.ts'
import type { Session } from '../state/session.ts'
import type { TaskReport } from './mode.ts'

/** The value of a declared answer. Undefined if it cannot be read, or if it only repeats what was asked. */
export function readAnswer<Value, About>(
  session: Session,
  report: Pick<TaskReport, 'task' | 'report'>,
  answer: DeclaredAnswer<Value, About>,
  about: About,
): Value | undefined {
  return isRepeated(session, report) ? undefined : answer.read(report.report, about)
}

/** Whether a report only repeats what its agent was asked. */
export function isRepeated(session: Session, { task, report }: Pick<TaskReport, 'task' | 'report'>): boolean {
  const open = session.tasks[task]
  const ask = open && toArray(open.lines).findLast((line) => line.role === 'user' && line.text.startsWith('# '))
  return ask?.role === 'user' && isEcho(report, ask.text)
}

/** What a report says itself: without the lines that its agent was asked with. */
export function ownWords(session: Session, { task, report }: Pick<TaskReport, 'task' | 'report'>): string {
  const lines = session.tasks[task]?.lines
  const asks = lines ? toArray(lines).flatMap((line) => (line.role === 'user' ? [line.text] : [])) : []
  return withoutAsked(report, asks)
}

/** What to say about an answer that could not be read: an echo is named as one. */
export const unreadAs = (session: Session, report: TaskReport, name: string, otherwise: string): string =>
  isRepeated(session, report) ? `${name} repeated its instructions instead of answering.` : otherwise
