import { givenChecks } from '../../checked-work/run-work.ts'
import { record, rest, type Step } from '../../effect/effect.ts'
import { type Answers, answeredOnce, answering, followUp } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { conclude } from '../../mode/conclude.ts'
import { answersOf, type Course, type Pace, totalCalls } from '../../mode/course.ts'
import { cutShortfall } from '../../mode/ending.ts'
import type { Mode, OpenedRun } from '../../mode/mode.ts'
import { plainView } from '../../mode/view.ts'
import { isBusy, type Session } from '../../state/session.ts'
import { absorbAlone, aloneStoppedWith, loopsAlone, nextAlone, reflectsAlone } from '../reflect/alone.ts'
import { type Alone, blankAlone, evolveAlone } from '../reflect/alone-state.ts'
import { aloneTransitions } from '../reflect/alone-table.ts'
import { doneAnswerForm } from '../reflect/answers.ts'
import { maxIterations } from '../reflect/iterations.ts'
import { aloneView } from '../reflect/view.ts'
import { agentFace } from './face.ts'

/** The answer, and the rounds if the agent reflects on it. */
type Agency = Answers & { readonly alone: Alone }

/** One agent with its tools and subagents. With reflection or checks, it works until its answer is right. */
export const agentMode: Mode<Agency> = {
  ...agentFace,
  transitions: aloneTransitions,
  answers: [doneAnswerForm],
  limits: () => ({ maxCalls: 200, maxTotalTokens: 5_000_000, maxDuration: 120 }),
  forecast: (run) => ({
    course: (pace) => course(run, pace),
    ...(loopsAlone(run) && { limits: { maxIterations: maxIterations(run) }, countsIterations: true }),
  }),
  blank: () => ({ ...answering.blank(), alone: blankAlone }),
  evolve: (data, event) => {
    const answers = answering.evolve(data, event)
    const alone = evolveAlone(data.alone, event)
    return answers === data && alone === data.alone ? data : { ...answers, alone }
  },
  view: (run, { alone }) => (loopsAlone(run) ? aloneView(run, alone) : plainView(run)),
  absorb: (session, data, report) =>
    data.alone.asked === report.place
      ? absorbAlone(session, data.alone, report)
      : answering.absorb(session, data, report),
  next,
  user: {
    hears: (_session, task) => task.parent === null,
    followUp: (session) => followUp(session, session.run?.team.members ?? []),
    stopped: (session, { alone }) =>
      session.run && loopsAlone(session.run) ? aloneStoppedWith(session, session.run, alone) : undefined,
  },
}

/** A reflecting agent answers and judges itself repeatedly. One with checks answers again only if they fail. */
const ROUNDS: { readonly [pace in Pace]: number } = { least: 1, usual: 2, most: 5 }

function course(run: OpenedRun, pace: Pace): Course {
  const rounds = reflectsAlone(run)
    ? 2 * ROUNDS[pace]
    : givenChecks(run).length > 0 && pace === 'most'
      ? ROUNDS.most
      : 1
  const asked = answersOf(run, run.team.members, pace).map((one) => ({ ...one, calls: one.calls * rounds }))
  return { asked, inARow: totalCalls(asked) }
}

function next(session: Session, { asked, answers, alone }: Agency): Step {
  const run = session.run
  const seat = run?.team.members[0]
  if (!run || !seat || isBusy(session)) return rest
  if (loopsAlone(run)) return nextAlone(session, run, seat, alone)
  if (asked.length === 0)
    return record(...assign(run, { place: seat.slug, seat, kind: 'respond', description: run.goal }))
  const answer = answers[0]
  const { code, message } = answer?.error ?? { code: 'no_answer', message: 'The agent gave no answer.' }
  const isAnswered = answer?.ok === true
  return conclude(session, run, {
    ...answeredOnce(run),
    summary: isAnswered ? answer.text : `${seat.name} could not answer: ${message}`,
    failure: isAnswered ? undefined : code,
    short: cutShortfall(answers),
  })
}
