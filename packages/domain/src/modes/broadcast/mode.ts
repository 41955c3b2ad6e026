import { record, rest, type Step } from '../../effect/effect.ts'
import type { Event } from '../../event/event.ts'
import { answeredOnce, answering, followUp, type MemberAnswer, oneRound } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { conclude } from '../../mode/conclude.ts'
import { answersOf, type Course, type Pace } from '../../mode/course.ts'
import { cutShortfall, unanswered } from '../../mode/ending.ts'
import type { Mode, OpenedRun } from '../../mode/mode.ts'
import { messageBy } from '../../prompt/ask.ts'
import { isBusy, type Run, type Session, seatName, seatOf } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { durationText, priceParts, tokensText } from '../../text/amounts.ts'
import { tokensOf } from '../../usage/usage.ts'
import { comparedOpinions } from './answers.ts'
import { absorbComparison, compareTask, isComparison } from './compare.ts'
import { broadcastFace } from './face.ts'
import { pointsText } from './points-text.ts'
import type { Opinions } from './state.ts'
import { broadcastView } from './view.ts'

/** Puts the same goal to every member at once. If there is a lead, it says what the answers have in common. */
export const broadcast: Mode<Opinions> = {
  ...broadcastFace,
  ...answering,
  ...oneRound,
  answers: [comparedOpinions],
  blank: () => ({ ...answering.blank(), compared: 0, isLeadOut: false, points: null }),
  evolve,
  view: broadcastView,
  absorb: (session, data, report) =>
    isComparison(report.place) ? absorbComparison(session, data, report) : answering.absorb(session, data, report),
  seats: () => ({ members: ['architect', 'ux', 'devils-advocate'] }),
  forecast: (run) => ({ course: (pace) => course(run, pace) }),
  next,
  user: { hears: () => false, followUp: (session) => followUp(session, listeners(session)) },
}

/** In parallel, so it takes as long as one answer. */
function course(run: OpenedRun, pace: Pace): Course {
  const asked = answersOf(run, run.team.members, pace)
  const { lead, members } = run.team
  const compared = lead && members.length > 1 ? answersOf(run, [lead], pace).map((one) => ({ ...one, calls: 1 })) : []
  const inARow = Math.max(0, ...asked.map(({ calls }) => calls)) + compared.length
  return { asked: [...asked, ...compared], inARow }
}

function evolve(data: Opinions, event: Event): Opinions {
  if (event.type === 'opinions.compared') return { ...data, points: event.data.points }
  if (event.type === 'task.assigned' && isComparison(event.data.place)) return { ...data, compared: data.compared + 1 }
  if (event.type === 'task.finished' && isComparison(event.data.place))
    return event.data.ok ? data : { ...data, isLeadOut: true }
  return { ...data, ...answering.evolve(data, event) }
}

function next(session: Session, data: Opinions): Step {
  const { asked, answers } = data
  const run = session.run
  if (!run || isBusy(session)) return rest
  if (asked.length === 0) return record(...run.team.members.flatMap((seat) => ask(run, seat)))
  const comparison = compareTask(session, run, data)
  if (comparison.length > 0) return record(...comparison)
  const isAnswered = answers.some(({ ok }) => ok)
  return conclude(session, run, {
    ...answeredOnce(run),
    summary: isAnswered ? summaryOf(run, data) : noneText(answers),
    failure: isAnswered ? undefined : 'all_members_failed',
    short: unanswered('answered', answers) ?? cutShortfall(answers),
  })
}

/** What the answers have in common, then each of them. */
const summaryOf = (run: Run, { points, answers }: Opinions): string =>
  [
    ...(points ? [pointsText(points, (agent) => seatName(run, agent)), '**The answers**'] : []),
    sideBySide(run, answers),
  ].join('\n\n')

const ask = (run: Run, seat: Seat) => assign(run, { place: seat.slug, seat, kind: 'respond', description: run.goal })

const noneText = (answers: readonly MemberAnswer[]): string =>
  `No member could answer. ${answers[0]?.error?.message ?? 'The team has no members to ask.'}`

/** Each answer with its model, time, tokens and cost, in seat order, whatever order they arrived in. */
function sideBySide(run: Run, answers: readonly MemberAnswer[]): string {
  return run.team.members
    .map((seat) => answers.find(({ agent }) => agent === seat.slug))
    .filter((answer) => answer !== undefined)
    .map((answer) => `- ${line(run, answer)}`)
    .join('\n')
}

function line(run: Run, answer: MemberAnswer): string {
  const seat = seatOf(run, answer.agent)
  const spent = run.spentBy[answer.agent]
  const used = spent ? [durationText(answer.ms), `${tokensText(tokensOf(spent))} tokens`, ...priceParts(spent)] : []
  const facts = [seat?.model, ...used].join(', ')
  const said = answer.ok
    ? `[${answer.message}]${answer.incomplete ? ' (incomplete)' : ''}`
    : `failed: ${answer.error?.message}`
  return `**${seat?.name ?? answer.agent}** (${facts}): ${said}`
}

/** Everyone gets a follow-up, or only the author of the answer the user picked. */
function listeners(session: Session): readonly Seat[] {
  const members = session.run?.team.members ?? []
  const author = session.picked && messageBy(session, session.picked)?.author
  const picked = members.filter((seat) => seat.slug === author)
  return picked.length > 0 ? picked : members
}
