import { createHash } from 'node:crypto'
import { ok, type Result, refuse } from '@convene/domain'
import { blind } from '../comparison/briefs.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import { evalReport } from '../comparison/report.ts'
import { agreementLines } from '../comparison/report-markdown.ts'
import { armAnswer, findingsOf, gradesIn, pairKey } from './findings.ts'
import type { EvalJournal } from './journal.ts'
import { pairsOf } from './units.ts'

/**
 * Two answers to a question, without names. Which arm comes first varies by pair, but is always the same for one pair.
 */
export type EvalPair = {
  readonly number: number
  readonly question: string
  readonly rubric: string
  readonly answers: readonly [string, string]
}

/** The progress of the grading. The verdict is shown only at the end, because before that it would bias the user. */
export type Grading = {
  readonly name: string
  readonly graded: number
  readonly total: number
  readonly next: EvalPair | null
  /** The pair graded last, for an undo. */
  readonly last: number | null
  readonly verdict: readonly string[]
}

/** 1 and 2 are the answers as shown, 0 is a tie, null withdraws the grade. */
export type PairGrade = 0 | 1 | 2 | null

type Hidden = EvalPair & { readonly key: string; readonly arms: readonly [string, string] }

export function gradingOf(plan: EvalPlan, journal: EvalJournal): Grading {
  const pairs = pairsToGrade(plan, journal)
  const grades = gradesIn(journal)
  const open = pairs.filter(({ key }) => !grades.has(key))
  const [next] = open
  const newest = [...grades.keys()].at(-1)
  return {
    name: plan.name,
    graded: pairs.length - open.length,
    total: pairs.length,
    next: next ? shown(next) : null,
    last: pairs.find(({ key }) => key === newest)?.number ?? null,
    verdict: next ? [] : verdictOf(plan, journal),
  }
}

/** Stores the user's grade for a pair, or withdraws it. */
export function gradePair(plan: EvalPlan, journal: EvalJournal, number: number, choice: PairGrade): Result<Grading> {
  const pair = pairsToGrade(plan, journal).find((each) => each.number === number)
  if (!pair) return refuse('not_found', `This eval has no pair ${number} to grade.`)
  const better = choice === null || choice === 0 ? null : (pair.arms[choice - 1] ?? null)
  journal.add(choice === null ? { type: 'ungraded', pair: pair.key } : { type: 'graded', pair: pair.key, better })
  return ok(gradingOf(plan, journal))
}

function verdictOf(plan: EvalPlan, journal: EvalJournal): readonly string[] {
  const report = evalReport(findingsOf(plan, journal))
  return [report.sentence, ...agreementLines(report)]
}

const shown = ({ key: _key, arms: _arms, ...pair }: Hidden): EvalPair => pair

/** Pairs of answers to questions without a known answer, if both arms have answered. */
function pairsToGrade(plan: EvalPlan, journal: EvalJournal): readonly Hidden[] {
  const open = plan.questions.filter(({ truth }) => truth === null)
  const all = open.flatMap((question) => pairsOf(plan).map((arms) => ({ question, arms })))
  return all.flatMap(({ question, arms: [one, other] }, place): readonly Hidden[] => {
    const key = pairKey(question, [one, other])
    const arms = isSwapped(plan, key) ? ([other, one] as const) : ([one, other] as const)
    const [first, second] = arms.map((arm) => armAnswer(plan, journal, arm, question))
    if (!first || !second || first.failed !== undefined || second.failed !== undefined) return []
    const { question: text, rubric } = question
    return [{ number: place + 1, key, arms, question: text, rubric, answers: [blind(first.text), blind(second.text)] }]
  })
}

const isSwapped = ({ id }: EvalPlan, key: string): boolean =>
  ((createHash('sha256').update(`${id} ${key}`).digest()[0] ?? 0) & 1) === 1
