import { cleanLine, countText, dollarsText, type EvalPlan, ok, type Result, refuse } from '@convene/domain'
import {
  allEvals,
  claimEval,
  createEval,
  type EvalEnd,
  estimateEval,
  findEval,
  gradingOf,
  openJournal,
  type ReadyEval,
  resumeEval,
  runEval,
  spentSoFar,
  startEval,
  writeReport,
} from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { openAt } from '../server/serve.ts'
import { printNote } from '../terminal/print.ts'
import { printReport } from './print-report.ts'
import { progressOn } from './progress.ts'
import { budgetOf, requestOf } from './request.ts'

const exitCodes: { readonly [end in EvalEnd]: number } = { done: 0, budget: 4, interrupted: 130 }

/** `convene eval`: runs the arms, grades them, and reports whether the difference is real. */
export async function evaluate(program: Program, input: Input): Promise<number> {
  const budget = budgetOf(input.text('budget'))
  if (!budget.ok) return program.refuse(budget.refusal)
  const ready = await readyEval(program, input)
  if (!ready.ok) return program.refuse(ready.refusal)
  const gate = await passGate(program, input, { ready: ready.value, budgetUsd: budget.value })
  if (gate !== undefined) return gate
  if (!input.flag('resume')) createEval(program.home, ready.value.plan)
  const release = await claimEval(program, ready.value.plan)
  if (!release) return program.refuse({ code: 'eval_runs', message: BUSY })
  try {
    return await run(program, input, { ready: ready.value, budgetUsd: budget.value })
  } finally {
    await release()
  }
}

const BUSY = 'Another process is running this eval. Wait for it, or stop it with Ctrl-C there.'

type Going = { readonly ready: ReadyEval; readonly budgetUsd: number | null }

async function readyEval(program: Program, input: Input): Promise<Result<ReadyEval>> {
  if (!input.flag('resume')) {
    const request = await requestOf(input)
    return request.ok ? startEval(program, request.value) : request
  }
  const plan = await planToResume(program, input)
  return plan.ok ? resumeEval({ ...program, ...program.at(plan.value.workspace) }, plan.value) : plan
}

/** The newest eval, or the newest one with exactly this file and these options. */
async function planToResume(program: Program, input: Input): Promise<Result<EvalPlan>> {
  const named = ['arms', 'model', 'team', 'judge', 'grade'].some((name) => input.text(name) !== undefined)
  if (input.words.length === 0 && input.number('starter') === undefined && !named) return findEval(program.home)
  const request = await requestOf(input)
  if (!request.ok) return request
  const keys = ['questions', 'arms', 'model', 'team', 'judge', 'grade', 'recorded'] as const
  const isSame = (plan: EvalPlan) =>
    keys.every((key) => JSON.stringify(plan[key]) === JSON.stringify(request.value[key]))
  const found = allEvals(program.home).find(isSame)
  return found
    ? ok(found)
    : refuse('no_eval', 'No eval of these questions with these options. Leave out --resume to start one.')
}

/** Shows the estimate, and asks before money is spent. Undefined: go ahead. */
async function passGate(program: Program, input: Input, { ready, budgetUsd }: Going): Promise<number | undefined> {
  const { usd, runs } = estimateEval(ready)
  const cost = usd === null ? 'an unknown price' : `about ${dollarsText(Number(usd.toPrecision(2)))}`
  if (runs === 0) return undefined
  printNote(program, `${countText(ready.plan.questions.length, 'question')}, ${countText(runs, 'run')}, ${cost}.`)
  const left = budgetUsd === null ? null : budgetUsd - (await spentSoFar(program, ready.journal))
  if (usd === null && budgetUsd !== null)
    return program.refuse({
      code: 'unknown_price',
      message:
        'A budget needs prices, and the price of a model is unknown. Set it in the settings, or leave out --budget and add --yes.',
    })
  if (input.flag('yes') || usd === 0 || (usd !== null && left !== null && usd <= left)) return undefined
  const why =
    left === null
      ? 'Add --budget USD, or --yes to start anyway.'
      : `That is more than the budget of ${dollarsText(left)}. Raise it, ask fewer questions, or add --yes to stop when it is used up.`
  if (!program.terminal.canAsk) return program.refuse({ code: 'budget', message: why })
  const said = await program.terminal.ask(`${left === null ? '' : `${why} `}Start? [y/N] `)
  return /^y(?:es)?$/iu.test(said?.trim() ?? '') ? undefined : 3
}

async function run(program: Program, input: Input, { ready, budgetUsd }: Going): Promise<number> {
  const { plan } = ready
  const stopping = new AbortController()
  const deafen = program.interrupts.listen(() => stopping.abort())
  // The engine's timers do not keep the process alive.
  const hold = setInterval(() => {}, 60_000)
  const progress = progressOn(program, ready)
  try {
    const end = await runEval({ program, ...ready, budgetUsd, signal: stopping.signal, ...progress })
    progress.end()
    if (end === 'done') await gradeByHand(program, input, plan)
    const written = writeReport(program.home, plan, openJournal(program.home, plan))
    if (end === 'budget')
      printNote(program, 'The budget is used up. Continue with a higher one: convene eval --resume --budget USD')
    if (end === 'interrupted') printNote(program, 'Stopped. Continue: convene eval --resume')
    printReport(program, written, input.flag('json'))
    printNote(program, `Report and votes: ${cleanLine(written.folder)}`)
    return exitCodes[end]
  } finally {
    clearInterval(hold)
    deafen()
  }
}

/** Opens the page on which the user compares answers, and waits until it is closed. */
async function gradeByHand(program: Program, input: Input, plan: EvalPlan): Promise<void> {
  if (plan.grade !== 'human' || !gradingOf(plan, openJournal(program.home, plan)).next) return
  if (!program.terminal.canAsk || input.flag('json')) {
    printNote(program, 'Compare the answers: convene eval grade')
    return
  }
  printNote(program, 'Compare the answers on the page. The report follows when you close it.')
  await openAt(program, input, `/eval/${plan.id}`)
}
