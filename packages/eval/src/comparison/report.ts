import { calibrationError } from '@convene/domain'
import { type ArmAnswer, type Cost, sumCosts } from './arm.ts'
import { type ArmComparison, compareArms, type Pairwise } from './compare-arms.ts'
import { isRightAnswer, votedFor } from './grade.ts'
import type { EvalQuestion } from './question.ts'
import { type Interval, kappa, mean, shareInterval } from './statistics.ts'
import { sentenceAbout } from './verdict.ts'

/** Everything an eval has found out. `arms` are in the order the user named them. The first is the reference. */
export type EvalFindings = {
  readonly questions: readonly EvalQuestion[]
  readonly arms: readonly string[]
  readonly answers: readonly ArmAnswer[]
  readonly judged: readonly Pairwise[]
  readonly graded: readonly Pairwise[]
}

export type ArmReport = {
  readonly arm: string
  /** The number of questions it answered. */
  readonly answered: number
  /** On questions with a known answer. Null if there are none. */
  readonly accuracy: number | null
  readonly interval: Interval | null
  /** Against the first arm, on questions without a known answer. Ties count half. */
  readonly winRate: number | null
  readonly cost: Cost
  /** Per question, in milliseconds. */
  readonly ms: number
  readonly brier: number | null
  readonly calibrationError: number | null
  /** How often every one of its votes was wrong, so that no way of counting could have helped. */
  readonly allWrong: number | null
  /** How often two wrong votes on a question agree. */
  readonly sameWrong: number | null
  readonly unread: number
  readonly failed: number
}

export type TopicReport = {
  readonly topic: string
  readonly questions: number
  /** By arm. Null if no question on the topic has a known answer. */
  readonly accuracy: { readonly [arm: string]: number | null }
}

export type Agreement = { readonly pairs: number; readonly same: number; readonly kappa: number | null }

export type EvalReport = {
  readonly questions: number
  readonly known: number
  readonly arms: readonly ArmReport[]
  readonly comparisons: readonly ArmComparison[]
  readonly topics: readonly TopicReport[]
  readonly agreement: Agreement | null
  readonly sentence: string
}

/** What an eval says about its arms. The same findings give the same report. */
export function evalReport(findings: EvalFindings): EvalReport {
  const { questions, arms, answers, judged, graded } = findings
  const pairwise = verdictsFrom(judged, graded)
  const of = (arm: string) => answers.filter((answer) => answer.arm === arm)
  const comparisons = arms.flatMap((against, place) =>
    arms.slice(place + 1).map((arm) => compareArms(questions, { arm, against, answers }, pairwise)),
  )
  return {
    questions: questions.length,
    known: questions.filter(({ truth }) => truth !== null).length,
    arms: arms.map((arm) => armReport(arm, questions, of(arm), winRateOf(pairwise, arm, arms[0] ?? ''))),
    comparisons,
    topics: topicReports(findings),
    agreement: agreementOf(judged, graded),
    sentence: sentenceAbout(arms, comparisons),
  }
}

/** The user's grade takes precedence over the judge's. */
const verdictsFrom = (judged: readonly Pairwise[], graded: readonly Pairwise[]): readonly Pairwise[] => [
  ...graded,
  ...judged.filter((each) => !graded.some((other) => isSamePair(each, other))),
]

const isSamePair = (one: Pairwise, other: Pairwise): boolean =>
  one.question === other.question && one.first === other.first && one.second === other.second

function armReport(
  arm: string,
  questions: readonly EvalQuestion[],
  answers: readonly ArmAnswer[],
  winRate: number | null,
): ArmReport {
  const answered = answers.filter(({ failed }) => failed === undefined)
  const known = answered.flatMap((answer) => {
    const question = questions.find(({ id }) => id === answer.question)
    const right = question && isRightAnswer(question, answer.said)
    return question === undefined || right === undefined ? [] : [{ ...answer, question, right: right ? 1 : 0 }]
  })
  const said = known.flatMap(({ probability, right }) => (probability === null ? [] : [{ right, said: probability }]))
  const accuracy = known.length === 0 ? null : mean(known.map(({ right }) => right))
  return {
    arm,
    answered: answered.length,
    accuracy,
    interval: accuracy === null ? null : shareInterval(accuracy, known.length),
    winRate,
    cost: sumCosts(answers.map(({ cost }) => cost)),
    ms: mean(answered.map(({ ms }) => ms)),
    brier: said.length === 0 ? null : mean(said.map((each) => (each.said - each.right) ** 2)),
    calibrationError: said.length === 0 ? null : calibrationError(said),
    ...wrongTogether(known),
    unread: known.filter((answer) => answer.said === null).length,
    failed: answers.length - answered.length,
  }
}

type KnownAnswer = Omit<ArmAnswer, 'question'> & { readonly question: EvalQuestion }

function wrongTogether(answers: readonly KnownAnswer[]): Pick<ArmReport, 'allWrong' | 'sameWrong'> {
  const voted = answers.filter(({ ballots }) => ballots.length > 1)
  const wrong = voted.map(({ question, ballots }) =>
    ballots.flatMap(({ option }) => (isRightAnswer(question, option) ? [] : [votedFor(question, option)])),
  )
  const pairs = wrong.flatMap((options) =>
    options.flatMap((one, place) => options.slice(place + 1).map((other) => (one === other ? 1 : 0))),
  )
  const allWrong = voted.map(({ ballots }, place) => (wrong[place]?.length === ballots.length ? 1 : 0))
  return { allWrong: voted.length === 0 ? null : mean(allWrong), sameWrong: pairs.length === 0 ? null : mean(pairs) }
}

function winRateOf(pairwise: readonly Pairwise[], arm: string, reference: string): number | null {
  const scores = pairwise.flatMap(({ first, second, better }) => {
    if (arm === reference || ![first, second].includes(arm) || ![first, second].includes(reference)) return []
    return [better === null ? 0.5 : better === arm ? 1 : 0]
  })
  return scores.length === 0 ? null : mean(scores)
}

function topicReports({ questions, arms, answers }: EvalFindings): readonly TopicReport[] {
  const topics = [...new Set(questions.map(({ topic }) => topic))].sort()
  return topics.map((topic) => {
    const own = questions.filter((question) => question.topic === topic)
    const accuracy = (arm: string) => {
      const of = answers.filter((answer) => answer.arm === arm)
      return armReport(
        arm,
        own,
        of.filter(({ question }) => own.some(({ id }) => id === question)),
        null,
      ).accuracy
    }
    return {
      topic,
      questions: own.length,
      accuracy: Object.fromEntries(arms.map((arm) => [arm, accuracy(arm)])),
    }
  })
}

function agreementOf(judged: readonly Pairwise[], graded: readonly Pairwise[]): Agreement | null {
  const both = graded.flatMap((by) => {
    const other = judged.find((each) => isSamePair(each, by))
    return other ? [[by.better ?? 'tie', other.better ?? 'tie'] as const] : []
  })
  if (both.length === 0) return null
  return { pairs: both.length, same: both.filter(([one, other]) => one === other).length, kappa: kappa(both) }
}
