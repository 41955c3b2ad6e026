import type { Event, EventOf } from '../event/event.ts'
import type { TaskId } from '../shared/ids.ts'
import type { Run, Session } from '../state/session.ts'
import { isCheckQuestion } from './ask-user.ts'

/** Records what was checked, what you said when a check asked you, and when agents may have changed files. */
export function evolveChecks(session: Session, event: Event): Session {
  const { run } = session
  const changed = run && changedBy(session, run, event)
  return changed ? { ...session, run: { ...run, ...changed } } : session
}

function changedBy(session: Session, run: Run, event: Event): Partial<Run> | undefined {
  switch (event.type) {
    case 'check.finished':
      // It may be about an earlier run.
      return event.data.moment === 'resolution' ? undefined : { checks: [...(run.checks ?? []), event.data] }
    case 'question.answered':
      return isCheckQuestion(event.data.id)
        ? { checkAnswers: { ...run.checkAnswers, [event.data.id]: event.data.answer } }
        : undefined
    case 'task.assigned':
      return event.data.kind === 'respond' || event.data.kind === 'work' ? oneMore(run) : undefined
    case 'effect.started':
      return mayChangeFiles(session, run, event) ? oneMore(run) : undefined
    default:
      return undefined
  }
}

const oneMore = ({ acts = 0 }: Run): Partial<Run> => ({ acts: acts + 1 })

/** A tool call of an agent that is not only asked for its opinion, or a call of a coding agent, which has its own tools. */
function mayChangeFiles({ tasks }: Session, run: Run, { data, task }: EventOf<'effect.started'>): boolean {
  if (data.kind === 'tool') return tasks[task as TaskId]?.execution === 'agentic'
  return data.kind === 'model' && run.settings.models[data.model ?? '']?.agent === true
}
