import { record, rest, type Step } from '../../effect/effect.ts'
import { fact } from '../../event/event.ts'
import { type Answers, answering, followUp } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { conclude } from '../../mode/conclude.ts'
import { evenly } from '../../mode/course.ts'
import type { Mode } from '../../mode/mode.ts'
import { isBusy, type Run, type Session } from '../../state/session.ts'
import { delegationTargets } from '../../state/targets.ts'
import { delegatedMinutesOf } from '../../task/next-task.ts'
import { type Seat, seatsOf } from '../../team/team.ts'
import { delegateSettings } from './settings.ts'

/** An entry agent answers, and delegates work if that helps. */
export const delegation: Mode<Answers> = {
  name: 'delegate',
  summary: 'an entry agent answers and delegates work to the others',
  ...answering,
  settings: delegateSettings,
  closing: 'words',
  seats: () => ({ members: ['coordinator', 'planner', 'coder', 'tester', 'reviewer'] }),
  turnMinutes: (run, seat) => ({ limit: 'delegate.timeout', minutes: delegatedMinutesOf(run, seat) }),
  limits: () => ({ maxCalls: 300, maxTotalTokens: 6_000_000, maxDuration: 120 }),
  course: ({ team }, pace) =>
    evenly(team, { least: 1, usual: 1 + 2 * team.members.length, most: 1 + 6 * team.members.length }[pace]),
  next,
  followUp: (session) => followUp(session, session.run ? seatsOf(session.run.team).slice(0, 1) : []),
  hears: (_session, task) => task.parent === null,
}

function next(session: Session, { asked, answers }: Answers): Step {
  const run = session.run
  const agents = run ? seatsOf(run.team) : []
  const entry = agents[0]
  if (!run || !entry || isBusy(session)) return rest
  if (asked.length === 0) return record(...aloneWarning(run, entry), ...hand(run, entry))
  const answer = answers.at(-1)
  if (answer?.ok) {
    const trigger = run.limit ? 'limitReached' : 'answered'
    const reason = run.limit ? `limit:${run.limit.which}` : 'done'
    return conclude(session, run, { state: 'completed', trigger, reason, summary: answer.text })
  }
  const { code = 'agent_execution_error', message = 'The agent gave no answer.' } = answer?.error ?? {}
  const next = agents.find(({ slug }) => !asked.includes(slug))
  if (asked.length === 1 && next && !run.limit) return record(standIn(entry, next, message), ...hand(run, next))
  return conclude(session, run, { state: 'failed', trigger: 'error', reason: `error:${code}`, summary: message })
}

const hand = (run: Run, seat: Seat) =>
  assign(run, { place: seat.slug, seat, heading: 'Respond', description: run.goal })

/** An entry agent without delegates works alone, and the user should know. */
function aloneWarning(run: Run, entry: Seat) {
  if (delegationTargets(run, entry).length > 0) return []
  const message = `${entry.name} has no one to delegate to and continues alone.`
  return [fact('warning', { code: 'delegation_withdrawn', message })]
}

function standIn(entry: Seat, next: Seat, why: string) {
  const message = `${entry.name} failed (${why}). Asking ${next.name} instead.`
  return fact('warning', { code: 'agent_execution_error', message })
}
