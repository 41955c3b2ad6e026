import type { ArmAnswer, ArmReply } from '../comparison/arm.ts'
import { readBetter } from '../comparison/briefs.ts'
import type { Pairwise } from '../comparison/compare-arms.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import type { EvalFindings } from '../comparison/report.ts'
import { combineSamples } from '../comparison/self-consistency.ts'
import type { EvalJournal } from './journal.ts'
import { judgeKey, pairsOf, sampleKey, samplesIn, teamKey } from './units.ts'

/** What an eval's journal says about its arms. */
export function findingsOf(plan: EvalPlan, journal: EvalJournal): EvalFindings {
  const arms = [...plan.arms, ...Object.keys(plan.recorded)]
  const answers = plan.questions.flatMap((question) =>
    arms.flatMap((arm): readonly ArmAnswer[] => {
      const reply = armAnswer(plan, journal, arm, question)
      return reply ? [{ ...reply, arm, question: question.id }] : []
    }),
  )
  return { questions: plan.questions, arms, answers, judged: judgedIn(plan, journal), graded: gradedIn(plan, journal) }
}

/** An arm's answer to a question, if it is complete. */
export function armAnswer(
  plan: EvalPlan,
  journal: EvalJournal,
  arm: string,
  question: EvalQuestion,
): ArmReply | undefined {
  const recorded = Object.hasOwn(plan.recorded, arm) ? plan.recorded[arm] : undefined
  if (recorded) return recorded[question.id]
  if (arm === 'single') return journal.reply(sampleKey(question, 0))
  if (arm === 'two-first' || arm === 'panel') return journal.reply(teamKey(arm, question))
  const keys = Array.from({ length: samplesIn(journal.sized?.samples) }, (_, index) => sampleKey(question, index))
  const samples = keys.map((key) => journal.reply(key)).filter((sample) => sample !== undefined)
  return samples.length === keys.length ? combineSamples(question, samples) : undefined
}

/** A judge that prefers the same answer in both orders has decided. Anything else is a tie. */
function judgedIn(plan: EvalPlan, journal: EvalJournal): readonly Pairwise[] {
  return plan.questions.flatMap((question) =>
    pairsOf(plan).flatMap(([first, second]) => {
      const looks = [preferred(journal, question, [first, second]), preferred(journal, question, [second, first])]
      if (looks.includes(undefined)) return []
      const [one, other] = looks
      return [{ question: question.id, first, second, better: one === other ? (one ?? null) : null }]
    }),
  )
}

/** The arm that a judge preferred. Null for a tie or an unreadable answer, undefined if not judged. */
function preferred(
  journal: EvalJournal,
  question: EvalQuestion,
  pair: readonly [string, string],
): string | null | undefined {
  const reply = journal.reply(judgeKey(question, pair))
  if (!reply || reply.failed !== undefined) return undefined
  const better = readBetter(reply.text)
  return better === 1 || better === 2 ? pair[better - 1] : null
}

export const pairKey = (question: EvalQuestion, [first, second]: readonly [string, string]): string =>
  `${first} ${second} ${question.id}`

/** The user's grades by pair, without withdrawn ones. */
export function gradesIn(journal: EvalJournal): ReadonlyMap<string, string | null> {
  const grades = new Map<string, string | null>()
  for (const entry of journal.entries()) {
    if (entry.type === 'graded') grades.set(entry.pair, entry.better)
    if (entry.type === 'ungraded') grades.delete(entry.pair)
  }
  return grades
}

function gradedIn(plan: EvalPlan, journal: EvalJournal): readonly Pairwise[] {
  const grades = gradesIn(journal)
  return plan.questions.flatMap((question) =>
    pairsOf(plan).flatMap((pair) => {
      const better = grades.get(pairKey(question, pair))
      return better === undefined ? [] : [{ question: question.id, first: pair[0], second: pair[1], better }]
    }),
  )
}
