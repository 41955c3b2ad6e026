import { cleanLine, countText, dollarsText, ok, type Result, refuse } from '@convene/domain'
import type { CommandContext, CommandInput, Program } from '@convene/host'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import { allEvals, createEval, findEval } from '../run/eval-folder.ts'
import { openJournal } from '../run/journal.ts'
import { spentSoFar } from '../run/open-sessions.ts'
import { gradingOf } from '../run/pairs.ts'
import { type EvalEnd, runEval } from '../run/run-eval.ts'
import { claimEval, estimateEval, type ReadyEval, resumeEval, startEval } from '../run/start-eval.ts'
import { writeReport } from '../run/write-report.ts'
import { printReport } from './print-report.ts'
import { progressOn } from './progress.ts'
import { evalRequestOf, readBudget } from './request.ts'

const exitCodes: { readonly [end in EvalEnd]: number } = { done: 0, budget: 4, interrupted: 130 }

/** `convene eval`: runs the arms, grades them, and reports whether the difference is real. */
export async function evaluate(context: CommandContext): Promise<number> {
  const { program, input } = context
  const budget = readBudget(input.text('budget'))
  if (!budget.ok) return context.refuse(budget.refusal)
  const ready = await readyEval(context)
  if (!ready.ok) return context.refuse(ready.refusal)
  const gate = await passGate(context, { ready: ready.value, budgetUsd: budget.value })
  if (gate !== undefined) return gate
  if (!input.flag('resume')) createEval(program.home, ready.value.plan)
  const release = await claimEval(program, ready.value.plan)
  if (!release) return context.refuse({ code: 'eval_runs', message: BUSY })
  try {
    return await run(context, { ready: ready.value, budgetUsd: budget.value })
  } finally {
    await release()
  }
}

const BUSY = 'Another process is running this eval. Wait for it, or stop it with Ctrl-C there.'

type Going = { readonly ready: ReadyEval; readonly budgetUsd: number | null }

async function readyEval({ program, input }: CommandContext): Promise<Result<ReadyEval>> {
  if (!input.flag('resume')) {
    const request = await evalRequestOf(input)
    return request.ok ? startEval(program, request.value) : request
  }
  const plan = await planToResume(program, input)
  return plan.ok ? resumeEval(program.at(plan.value.workspace), plan.value) : plan
}

/** The newest eval, or the newest one with exactly this file and these options. */
async function planToResume(program: Program, input: CommandInput): Promise<Result<EvalPlan>> {
  const named = ['arms', 'model', 'team', 'judge', 'grade'].some((name) => input.text(name) !== undefined)
  if (input.words.length === 0 && input.number('starter') === undefined && !named) return findEval(program.home)
  const request = await evalRequestOf(input)
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
async function passGate(context: CommandContext, { ready, budgetUsd }: Going): Promise<number | undefined> {
  const { program, input, terminal } = context
  const { usd, runs } = estimateEval(ready)
  const cost = usd === null ? 'an unknown price' : `about ${dollarsText(Number(usd.toPrecision(2)))}`
  if (runs === 0) return undefined
  context.printNote(`${countText(ready.plan.questions.length, 'question')}, ${countText(runs, 'run')}, ${cost}.`)
  const left = budgetUsd === null ? null : budgetUsd - (await spentSoFar(program, ready.journal))
  if (usd === null && budgetUsd !== null)
    return context.refuse({
      code: 'unknown_price',
      message:
        'A budget needs prices, and the price of a model is unknown. Set it in the settings, or leave out --budget and add --yes.',
    })
  if (input.flag('yes') || usd === 0 || (usd !== null && left !== null && usd <= left)) return undefined
  const why =
    left === null
      ? 'Add --budget USD, or --yes to start anyway.'
      : `That is more than the budget of ${dollarsText(left)}. Raise it, ask fewer questions, or add --yes to stop when it is used up.`
  if (!terminal.canAsk) return context.refuse({ code: 'budget', message: why })
  const said = await terminal.ask(`${left === null ? '' : `${why} `}Start? [y/N] `)
  return /^y(?:es)?$/iu.test(said?.trim() ?? '') ? undefined : 3
}

async function run(context: CommandContext, { ready, budgetUsd }: Going): Promise<number> {
  const { program } = context
  const { plan } = ready
  const stopping = new AbortController()
  const deafen = context.onInterrupt(() => stopping.abort())
  // The engine's timers do not keep the process alive.
  const hold = setInterval(() => {}, 60_000)
  const progress = progressOn(context.terminal, ready)
  try {
    const end = await runEval({ program, ...ready, budgetUsd, signal: stopping.signal, ...progress })
    progress.end()
    if (end === 'done') await gradeByHand(context, plan)
    const written = writeReport(program.home, plan, openJournal(program.home, plan))
    if (end === 'budget')
      context.printNote('The budget is used up. Continue with a higher one: convene eval --resume --budget USD')
    if (end === 'interrupted') context.printNote('Stopped. Continue: convene eval --resume')
    printReport(context, written)
    context.printNote(`Report and votes: ${cleanLine(written.folder)}`)
    return exitCodes[end]
  } finally {
    clearInterval(hold)
    deafen()
  }
}

/** Opens the page on which the user compares answers, and waits until it is closed. */
async function gradeByHand(context: CommandContext, plan: EvalPlan): Promise<void> {
  const { program, input, terminal } = context
  if (plan.grade !== 'human' || !gradingOf(plan, openJournal(program.home, plan)).next) return
  if (!terminal.canAsk || input.flag('json')) {
    context.printNote('Compare the answers: convene eval grade')
    return
  }
  context.printNote('Compare the answers on the page. The report follows when you close it.')
  await context.openApp(`/eval/${plan.id}`)
}
