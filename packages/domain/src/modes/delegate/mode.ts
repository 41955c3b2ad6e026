import { record, rest, type Step } from '../../effect/effect.ts'
import { type Event, fact } from '../../event/event.ts'
import { type Answers, answeredOnce, answering, followUp } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { conclude } from '../../mode/conclude.ts'
import { type Course, evenly, type Pace } from '../../mode/course.ts'
import { cutShortfall, unanswered } from '../../mode/ending.ts'
import type { Mode, OpenedRun } from '../../mode/mode.ts'
import { isBusy, type Run, type Session } from '../../state/session.ts'
import { delegationTargets } from '../../state/targets.ts'
import { delegatedMinutesOf } from '../../task/next-task.ts'
import { type Seat, seatsOf } from '../../team/team.ts'
import { delegateFace } from './face.ts'

/** The answers, and whether each agent's newest piece of delegated work came back. */
type Delegation = Answers & { readonly delegated: { readonly [agent: string]: boolean } }

/** An entry agent answers, and delegates work if that helps. */
export const delegation: Mode<Delegation> = {
  ...delegateFace,
  ...answering,
  seats: () => ({ members: ['coordinator', 'planner', 'coder', 'tester', 'reviewer'] }),
  limits: () => ({ maxCalls: 300, maxTotalTokens: 6_000_000, maxDuration: 120 }),
  forecast: (run) => ({
    course: (pace) => course(run, pace),
    turn: (seat) => ({ limit: 'delegate.timeout', minutes: delegatedMinutesOf(run, seat) }),
  }),
  blank: () => ({ ...answering.blank(), delegated: {} }),
  evolve: (data, event) => {
    const [answers, delegated] = [answering.evolve(data, event), evolveDelegated(data.delegated, event)]
    return answers === data && delegated === data.delegated ? data : { ...data, ...answers, delegated }
  },
  next,
  user: {
    hears: (_session, task) => task.parent === null,
    followUp: (session) => followUp(session, session.run ? seatsOf(session.run.team).slice(0, 1) : []),
  },
}

function course({ team }: OpenedRun, pace: Pace): Course {
  const others = team.members.length
  return evenly(team, { least: 1, usual: 1 + 2 * others, most: 1 + 6 * others }[pace])
}

function evolveDelegated(delegated: Delegation['delegated'], event: Event): Delegation['delegated'] {
  if (event.type === 'task.assigned' && event.data.via === 'delegateWork')
    return { ...delegated, [event.data.to]: false }
  const { agent = '' } = event
  const isBack = event.type === 'task.finished' && event.data.place !== agent && Object.hasOwn(delegated, agent)
  return isBack ? { ...delegated, [agent]: event.data.ok } : delegated
}

const heardFrom = (delegated: Delegation['delegated']) =>
  Object.entries(delegated).map(([agent, ok]) => ({ agent, ok }))

function next(session: Session, { asked, answers, delegated }: Delegation): Step {
  const run = session.run
  const agents = run ? seatsOf(run.team) : []
  const entry = agents[0]
  if (!run || !entry || isBusy(session)) return rest
  if (asked.length === 0) return record(...aloneWarning(run, entry), ...hand(run, entry))
  const answer = answers.at(-1)
  if (answer?.ok) {
    const short = unanswered('answered', [...answers, ...heardFrom(delegated)]) ?? cutShortfall(answers)
    return conclude(session, run, { ...answeredOnce(run), summary: answer.text, short })
  }
  const { code = 'agent_execution_error', message = 'The agent gave no answer.' } = answer?.error ?? {}
  const next = agents.find(({ slug }) => !asked.includes(slug))
  if (asked.length === 1 && next && !run.limit) return record(standIn(entry, next, message), ...hand(run, next))
  return conclude(session, run, { ...answeredOnce(run), summary: message, failure: code })
}

const hand = (run: Run, seat: Seat) => assign(run, { place: seat.slug, seat, kind: 'respond', description: run.goal })

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
