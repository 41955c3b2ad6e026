import type { RunId, RunStart, SessionId } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { Program } from '@convene/host'
import { type ArmReply, type Cost, weigherOf } from '../comparison/arm.ts'
import { judgeBrief } from '../comparison/briefs.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import { COST_MARGIN, NOMINAL_SAMPLES, PILOT, samplesAtEqualCost } from '../comparison/self-consistency.ts'
import { mean } from '../comparison/statistics.ts'
import { type EvalBudget, evalBudget } from './budget.ts'
import { armAnswer } from './findings.ts'
import type { EvalJournal } from './journal.ts'
import { newUnitSession, openSessionOf, spentSoFar } from './open-sessions.ts'
import { expectedCost, goalOfUnit, type PreparedArms } from './prepare-arms.ts'
import { readUnitReply } from './read-reply.ts'
import { runSession } from './run-session.ts'
import { type EvalUnit, judgeKey, pairsOf, unitsFor } from './units.ts'

export type EvalRun = {
  readonly program: Program
  readonly plan: EvalPlan
  readonly prepared: PreparedArms
  readonly journal: EvalJournal
  readonly budgetUsd: number | null
  readonly signal: AbortSignal
  progress(unit: EvalUnit, reply: ArmReply): void
  notice(text: string): void
}

export type EvalEnd = 'done' | 'budget' | 'interrupted'

/** Number of concurrent sessions. */
const AT_ONCE = 4

/** Runs everything that is missing: a pilot, the size of self-consistency, the other questions, the judge. */
export async function runEval(run: EvalRun): Promise<EvalEnd> {
  const { plan, journal } = run
  const budget = evalBudget(run.budgetUsd, await spentSoFar(run.program, journal), AT_ONCE)
  const units = (questions: EvalPlan['questions'], samples: number) =>
    questions.flatMap((question) => unitsFor(plan.arms, question, samples))
  const pilot = await runUnits(
    run,
    budget,
    units(plan.questions.slice(0, PILOT), journal.sized?.samples ?? NOMINAL_SAMPLES),
  )
  if (pilot !== 'done') return pilot
  const samples = sizeSamples(run)
  const rest = await runUnits(run, budget, units(plan.questions, samples))
  if (rest !== 'done' || plan.judge === null) return rest
  return runUnits(run, budget, judgeUnits(plan))
}

/** Chooses the number of samples once, based on the pilot's cost, and stores it. */
function sizeSamples({ plan, journal, notice }: EvalRun): number {
  if (journal.sized) return journal.sized.samples
  if (!plan.arms.includes('self-consistency')) return 1
  const pilot = plan.questions.slice(0, PILOT).flatMap((question) => unitsFor(plan.arms, question, NOMINAL_SAMPLES))
  const costs = (kind: EvalUnit['kind']): readonly Cost[] =>
    pilot.flatMap((unit) => (unit.kind === kind ? (journal.reply(unit.key)?.cost ?? []) : []))
  const others = [costs('two-first'), costs('panel')].filter((each) => each.length > 0)
  const samples = samplesAtEqualCost(costs('sample'), others) ?? NOMINAL_SAMPLES
  const note = sizeNote(samples, costs('sample'), others)
  journal.add({ type: 'sized', samples, note })
  notice(note)
  return samples
}

function sizeNote(samples: number, each: readonly Cost[], others: readonly (readonly Cost[])[]): string {
  const said = `Self-consistency takes ${samples} ${samples === 1 ? 'sample' : 'samples'} per question`
  if (others.length === 0) return `${said}: no other arm has a cost to match.`
  const weigh = weigherOf([...each, ...others.flat()])
  const target = Math.max(...others.map((costs) => mean(costs.map(weigh))))
  const off = (samples * mean(each.map(weigh))) / target - 1
  return Math.abs(off) <= COST_MARGIN
    ? `${said}, to cost as much as the costliest other arm.`
    : `${said}. It still costs about ${Math.round(Math.abs(off) * 100)} % ${off > 0 ? 'more' : 'less'} than the costliest other arm.`
}

/** Both orders of each pair, for questions without a known answer. */
function judgeUnits(plan: EvalPlan): readonly EvalUnit[] {
  const open = plan.questions.filter(({ truth }) => truth === null)
  return open.flatMap((question) =>
    pairsOf(plan).flatMap(([first, second]) =>
      (
        [
          [first, second],
          [second, first],
        ] as const
      ).map(
        (pair): EvalUnit => ({
          key: judgeKey(question, pair),
          kind: 'judge',
          question,
          pair,
        }),
      ),
    ),
  )
}

async function runUnits(run: EvalRun, budget: EvalBudget, units: readonly EvalUnit[]): Promise<EvalEnd> {
  const open = units.filter(({ key }) => run.journal.reply(key) === undefined)
  let end: EvalEnd = 'done'
  const work = async (): Promise<void> => {
    for (let unit = open.shift(); unit && end === 'done'; unit = open.shift()) {
      if (run.signal.aborted) end = 'interrupted'
      else end = (await runUnit(run, budget, unit)) ?? end
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return run.signal.aborted ? 'interrupted' : end
}

/** Undefined if the eval can continue. */
async function runUnit(run: EvalRun, budget: EvalBudget, unit: EvalUnit): Promise<EvalEnd | undefined> {
  const goal = goalFor(run, unit)
  if (goal === undefined) return undefined
  const open = await openSessionOf(run, unit)
  const kept = open && budget.keep(open.restUsd)
  const allowance = kept ?? (await budget.take(run.budgetUsd === null ? 0 : expectedOf(run, unit)))
  if (!allowance) return 'budget'
  let spent = 0
  try {
    // The user may have stopped the eval while it waited for its share.
    if (run.signal.aborted) return 'interrupted'
    const session = kept ? open.session : await newUnitSession(run, unit, open)
    const reply = await replyTo(run, unit, { session, goal, capUsd: allowance.capUsd })
    if (!reply) return 'interrupted'
    spent = reply.cost.usd - (kept ? open.countedUsd : 0)
    run.journal.add({ type: 'replied', unit: unit.key, reply })
    run.progress(unit, reply)
    return reply.failed === 'limit:cost' ? 'budget' : undefined
  } finally {
    allowance.done(spent)
  }
}

/** Undefined for a judge if one of the two answers is missing. */
function goalFor({ plan, journal }: EvalRun, { kind, question, pair }: EvalUnit): string | undefined {
  if (kind !== 'judge' || !pair) return goalOfUnit(kind, question)
  const [one, other] = pair.map((arm) => armAnswer(plan, journal, arm, question))
  if (!one || !other || one.failed !== undefined || other.failed !== undefined) return undefined
  return judgeBrief(question, [one.text, other.text])
}

/** What similar units have cost so far, or else the estimate. */
function expectedOf({ journal, prepared }: EvalRun, unit: EvalUnit): number {
  const known = journal
    .entries()
    .flatMap((entry) =>
      entry.type === 'replied' && entry.unit.startsWith(`${unit.kind} `) && entry.reply.failed === undefined
        ? [entry.reply.cost.usd]
        : [],
    )
  return known.length > 0 ? mean(known) : (expectedCost(prepared, unit) ?? 0)
}

type EvalQuestion = { readonly session: SessionId; readonly goal: string; readonly capUsd: number | null }

async function replyTo(
  run: EvalRun,
  unit: EvalUnit,
  { session, goal, capUsd }: EvalQuestion,
): Promise<ArmReply | undefined> {
  const { program, plan, prepared, signal } = run
  const start = prepared.starts[unit.kind]
  if (!start) throw new Error(`No run is prepared for ${unit.kind}.`)
  const ids = await program.ids()
  const maxCostUsd = capUsd === null ? start.limits.maxCostUsd : Math.min(capUsd, start.limits.maxCostUsd ?? capUsd)
  const state = await runSession(
    program,
    {
      session,
      goal,
      start: { ...startFor(start, unit), id: ids.next() as RunId, limits: { ...start.limits, maxCostUsd } },
      title: `Eval: ${unit.key}`,
      workspace: plan.workspace,
    },
    signal,
  )
  if (!state.run?.finished && signal.aborted) return undefined
  const { log } = await program.store()
  return readUnitReply(unit, state, await readPublic(log, session))
}

/** A question with a known answer is decided, not discussed: a discussion may end without an answer. */
function startFor(start: RunStart, { kind, question }: EvalUnit): RunStart {
  if (kind === 'sample' || kind === 'judge' || question.truth === null) return start
  return { ...start, settings: { ...start.settings, mode: { ...start.settings.mode, protocol: 'decide' } } }
}
