import { ok, type Reasoning, type Result, refuse, type SessionId } from '@convene/domain'
import type { Program } from '@convene/host'
import type { ArmName, ArmReply } from '../comparison/arm.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import { NOMINAL_SAMPLES } from '../comparison/self-consistency.ts'
import { mean } from '../comparison/statistics.ts'
import { type EvalJournal, openJournal } from './journal.ts'
import { expectedCost, type PreparedArms, prepareArms, seatsOfArms } from './prepare-arms.ts'
import { type EvalUnit, unitsFor } from './units.ts'

/** What the user requests from an eval. */
export type EvalRequest = {
  readonly name: string
  readonly questions: readonly EvalQuestion[]
  readonly arms: readonly ArmName[]
  readonly model: string | null
  readonly team: string | null
  readonly reasoning?: Reasoning | undefined
  readonly judge: string | null
  readonly grade: 'judge' | 'human'
  readonly recorded: { readonly [arm: string]: { readonly [question: string]: ArmReply } }
}

/** An eval ready to run. */
export type ReadyEval = { readonly plan: EvalPlan; readonly prepared: PreparedArms; readonly journal: EvalJournal }

/** Checks that every question can be graded and every arm can answer. No model is called and nothing is stored yet. */
export async function startEval(program: Program, request: EvalRequest): Promise<Result<ReadyEval>> {
  const refusal = refuseUngraded(request)
  if (refusal) return refusal
  const prepared = await prepareArms(program, request)
  if (!prepared.ok) return prepared
  const { recorded, questions, arms, ...rest } = request
  const plan: EvalPlan = {
    version: 1,
    id: (await program.ids()).next(),
    workspace: program.workspace,
    createdAt: program.now(),
    ...rest,
    arms: [...arms],
    questions: [...questions],
    recorded: { ...recorded },
    seats: seatsOfArms(prepared.value),
  }
  return ok({ plan, prepared: prepared.value, journal: openJournal(program.home, plan) })
}

/** Continues an eval. Its arms must still be seated as they were, or the result would mix two evals. */
export async function resumeEval(program: Program, plan: EvalPlan): Promise<Result<ReadyEval>> {
  const prepared = await prepareArms(program, plan)
  if (!prepared.ok) return prepared
  const seats = seatsOfArms(prepared.value)
  const changed = Object.keys(plan.seats).find((kind) => String(plan.seats[kind]) !== String(seats[kind]))
  if (changed !== undefined)
    return refuse(
      'eval_changed',
      `This eval was started with ${plan.seats[changed]?.join(', ')}. Settings or team now seat ${seats[changed]?.join(', ') || 'nobody'}. Restore them, or start a new eval without --resume.`,
    )
  return ok({ plan, prepared: prepared.value, journal: openJournal(program.home, plan, true) })
}

/** Two processes must not pay for the same question. Undefined if another one is working on this eval. */
export async function claimEval(program: Program, { id }: EvalPlan): Promise<(() => Promise<void>) | undefined> {
  const { ownership } = await program.store()
  const lease = await ownership.claim(id as SessionId)
  return lease === 'owned elsewhere' ? undefined : () => lease.release()
}

function refuseUngraded({ questions, arms, judge, grade, recorded }: EvalRequest): Result<never> | undefined {
  if (arms.length + Object.keys(recorded).length < 2)
    return refuse('one_arm', 'An eval compares at least two arms, such as --arms single,panel.')
  const [open] = questions.filter(({ truth }) => truth === null)
  if (open === undefined) {
    if (grade === 'human' || judge !== null)
      return refuse('nothing_to_grade', 'Every question has a known answer. Leave out --judge and --grade.')
    return undefined
  }
  if (arms.includes('self-consistency'))
    return refuse(
      'open_question',
      `Self-consistency counts equal answers, but question "${open.id}" has no known answer. Leave out self-consistency, or add answers.`,
    )
  if (judge !== null || grade === 'human') return undefined
  return refuse(
    'no_judge',
    `Question "${open.id}" has no known answer. Name a judge with --judge PROVIDER/MODEL, or add --grade human.`,
  )
}

/** What the whole eval will probably cost. Null if a price is unknown. */
export function estimateEval({ plan, prepared, journal }: ReadyEval): {
  readonly usd: number | null
  readonly runs: number
} {
  const units = plan.questions.flatMap((question) =>
    unitsFor(plan.arms, question, journal.sized?.samples ?? NOMINAL_SAMPLES),
  )
  const open = units.filter(({ key }) => journal.reply(key) === undefined)
  const costs = open.map((unit) => expectedCost(prepared, unit))
  const known = costs.filter((cost) => cost !== null)
  if (known.length < costs.length) return { usd: null, runs: open.length }
  return {
    usd: known.reduce((sum, cost) => sum + cost, 0) + sizedLater({ plan, prepared, journal }, open),
    runs: open.length,
  }
}

/** Self-consistency will be sized to cost as much as the most expensive other arm. */
function sizedLater({ plan, prepared, journal }: ReadyEval, open: readonly EvalUnit[]): number {
  if (journal.sized || !plan.arms.includes('self-consistency')) return 0
  const each = (kind: EvalUnit['kind']) =>
    mean(open.filter((unit) => unit.kind === kind).map((unit) => expectedCost(prepared, unit) ?? 0))
  const target = Math.max(each('two-first'), each('panel'))
  return plan.questions.length * Math.max(0, target - NOMINAL_SAMPLES * each('sample'))
}
