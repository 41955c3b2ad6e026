import { record, rest, type Step } from '../effect/effect.ts'
import { type Answers, answering, followUp } from '../mode/answers.ts'
import { assign } from '../mode/assign.ts'
import { conclude } from '../mode/conclude.ts'
import type { Mode } from '../mode/mode.ts'
import { isBusy, type Session } from '../session/state.ts'

/** One agent, its tools, and its subagents. */
export const agentMode: Mode<Answers> = {
  name: 'agent',
  summary: 'one agent works on the goal, with its tools',
  ...answering,
  closing: 'words',
  calls: () => 1,
  next,
  followUp: (session) => followUp(session, session.run?.team.members ?? []),
  hears: (_session, task) => task.parent === null,
}

function next(session: Session, { asked, answers }: Answers): Step {
  const run = session.run
  const seat = run?.team.members[0]
  if (!run || !seat || isBusy(session)) return rest
  if (asked.length === 0)
    return record(...assign(run, { place: seat.slug, seat, heading: 'Respond', description: run.goal }))
  const answer = answers[0]
  if (!answer?.ok) {
    const { code, message } = answer?.error ?? { code: 'no_answer', message: 'The agent gave no answer.' }
    const summary = `${seat.name} could not answer: ${message}`
    return conclude(session, run, { state: 'failed', trigger: 'error', reason: `error:${code}`, summary })
  }
  const trigger = run.limit ? 'limitReached' : 'answered'
  const reason = run.limit ? `limit:${run.limit.which}` : answer.incomplete ? 'limit:iterations' : 'done'
  return conclude(session, run, { state: 'completed', trigger, reason, summary: answer.text })
}
