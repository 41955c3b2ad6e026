import { record, rest, type Step } from '../../effect/effect.ts'
import {
  type Answers,
  answeredOnce,
  answering,
  followUp,
  isFor,
  type MemberAnswer,
  oneRound,
} from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { conclude } from '../../mode/conclude.ts'
import { answersOf, type Course, type Pace, totalCalls } from '../../mode/course.ts'
import { cutShortfall, unanswered } from '../../mode/ending.ts'
import type { Mode, OpenedRun } from '../../mode/mode.ts'
import type { MessageId } from '../../shared/ids.ts'
import { isBusy, type Run, type Session, seatName } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { sequentialFace } from './face.ts'

/** Members work one after another. Each sees the earlier answers, and the last one is the result. */
export const sequential: Mode<Answers> = {
  ...sequentialFace,
  ...answering,
  ...oneRound,
  seats: () => ({ members: ['worker', 'devils-advocate', 'worker'] }),
  forecast: (run) => ({ course: (pace) => course(run, pace) }),
  next,
  user: { hears: () => true, followUp: (session) => followUp(session, lastSpeaker(session)) },
}

function course(run: OpenedRun, pace: Pace): Course {
  const asked = answersOf(run, run.team.members, pace)
  return { asked, inARow: totalCalls(asked) }
}

function next(session: Session, data: Answers): Step {
  const run = session.run
  if (!run || isBusy(session)) return rest
  const seat = run.limit ? undefined : run.team.members[data.asked.length]
  if (seat) return record(...ask(session, run, seat, data.answers))
  const result = data.answers.findLast((answer) => answer.ok)
  return conclude(session, run, {
    ...answeredOnce(run),
    summary: result?.text ?? `No member could answer. ${data.answers[0]?.error?.message ?? ''}`.trim(),
    failure: result ? undefined : 'all_members_failed',
    short: unanswered('answered', membersIn(run, data)) ?? cutShortfall(data.answers),
  })
}

/** Every member, also those that a limit left unasked. */
const membersIn = (run: Run, { answers }: Answers) =>
  run.team.members.map(({ slug }) => ({ agent: slug, ok: answers.some(({ agent, ok }) => ok && agent === slug) }))

function ask(session: Session, run: Run, seat: Seat, answers: readonly MemberAnswer[]) {
  const shows = answers.map(({ message }) => message).filter((id): id is MessageId => id !== null)
  const takes = session.queue.filter((id) => isFor(session, id, seat, [seat]))
  const missing = answers.filter(({ ok }) => !ok).map((answer) => missed(run, answer))
  return assign(run, { place: seat.slug, seat, kind: 'respond', description: run.goal, shows, missing, takes })
}

/** A member that builds on earlier answers has to know if one is missing. */
function missed(run: Run, { agent, error }: MemberAnswer): string {
  const name = seatName(run, agent)
  return `${name} was asked before you and gave no answer (${error?.code ?? 'failed'}).`
}

/** The member whose answer is the result. */
function lastSpeaker(session: Session): readonly Seat[] {
  const data = session.run?.data as Answers | null
  const author = data?.answers.findLast((answer) => answer.ok)?.agent
  const members = session.run?.team.members ?? []
  return members.filter((seat) => seat.slug === author).concat(author ? [] : members.slice(-1))
}
