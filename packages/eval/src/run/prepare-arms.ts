import { estimate, modes, ok, type Result, type RunStart, refuse, seatsOf } from '@convene/domain'
import { type HostRunRequest, type Prepared, type Program, prepareRun } from '@convene/host'
import type { ArmName } from '../comparison/arm.ts'
import { panelBrief, singleBrief } from '../comparison/briefs.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import type { EvalUnit } from './units.ts'

/** How each kind of unit starts: with the same seats and settings for every question. */
export type PreparedArms = {
  readonly starts: { readonly [kind in EvalUnit['kind']]?: RunStart }
  readonly warnings: readonly string[]
}

type Choice = Pick<EvalPlan, 'model' | 'team' | 'judge' | 'reasoning'> & { readonly arms: readonly ArmName[] }

/** Seats every arm, or says what is missing. No model is called yet. */
export async function prepareArms(program: Program, choice: Choice): Promise<Result<PreparedArms>> {
  const starts: { [kind in EvalUnit['kind']]?: RunStart } = {}
  const warnings: string[] = []
  for (const kind of kindsOf(choice)) {
    const prepared = await prepareRun(program, await requestFor(program, kind, choice))
    if (!prepared.ok) return prepared
    if (prepared.value.rehearsal) return refuseRehearsal(prepared.value)
    starts[kind] = prepared.value.start
    warnings.push(...prepared.value.warnings)
  }
  return refuseSeatedJudge(starts) ?? ok({ starts, warnings: [...new Set(warnings)] })
}

function kindsOf({ arms, judge }: Choice): readonly EvalUnit['kind'][] {
  const alone = arms.some((arm) => arm === 'single' || arm === 'self-consistency')
  const teams = (['two-first', 'panel'] as const).filter((arm) => arms.includes(arm))
  return [...(alone ? (['sample'] as const) : []), ...teams, ...(judge === null ? [] : (['judge'] as const))]
}

/**
 * No approvals and no changes, because an eval runs unattended. A pool keeps the panelists' models different, so the
 * single model is not forced on them. All arms have the same reasoning level, or the comparison would mean nothing.
 */
async function requestFor(program: Program, kind: EvalUnit['kind'], choice: Choice): Promise<HostRunRequest> {
  const alone = { interactive: false, yes: true, readOnly: true, startedBy: 'eval' } as const
  const unattended = { ...alone, seed: 1, directory: program.workspace }
  const model = choice.model ?? undefined
  if (kind === 'judge') return { ...unattended, mode: 'agent', model: choice.judge ?? undefined }
  const { reasoning } = choice
  if (kind === 'sample') return { ...unattended, mode: 'agent', model, reasoning }
  const hasPool = (await program.settings()).settings.pool.length > 0
  return {
    ...unattended,
    mode: 'panel',
    team: choice.team ?? undefined,
    reasoning,
    ...(!hasPool && { model }),
    settings: { ask: kind === 'two-first' ? 'two-first' : 'everyone' },
  }
}

const refuseRehearsal = ({ advice }: Prepared): Result<never> =>
  refuse('rehearsal', `An eval needs a real model. The rehearsal model only quotes. ${advice ?? ''}`.trim())

/** The company or server behind a model, according to its name. */
const vendorOf = (model: string): string => model.slice(0, Math.max(0, model.indexOf('/')))

/** Judges prefer answers from their own vendor's models. */
function refuseSeatedJudge(starts: PreparedArms['starts']): Result<never> | undefined {
  const { judge, ...others } = starts
  const [model = ''] = judge?.team.members.map((seat) => seat.model) ?? []
  const seated = Object.values(others).flatMap((start) => (start ? seatsOf(start.team).map((seat) => seat.model) : []))
  const same = judge && seated.find((other) => vendorOf(other) === vendorOf(model))
  if (same === undefined) return undefined
  return refuse(
    'seated_judge',
    `The judge ${model} is from the same vendor as ${same}, which it would judge. Choose a judge from another vendor.`,
  )
}

/** The models that answer, by arm, for display and for a later resume. */
export const seatsOfArms = ({ starts }: PreparedArms): EvalPlan['seats'] =>
  Object.fromEntries(
    Object.entries(starts).map(([kind, start]) => [kind, start ? seatsOf(start.team).map(({ model }) => model) : []]),
  )

/** The goal of a unit that is not a judge's. */
export const goalOfUnit = (kind: EvalUnit['kind'], question: EvalQuestion): string =>
  kind === 'sample' ? singleBrief(question) : panelBrief(question)

/** What a unit will probably cost. Null if a price is unknown. */
export function expectedCost({ starts }: PreparedArms, { kind, question }: EvalUnit): number | null {
  const start = starts[kind]
  const mode = start && modes[start.mode]
  const goal = goalOfUnit(kind, question)
  return start && mode ? estimate(mode.forecast({ ...start, goal }), start, goal).costUsd : 0
}
