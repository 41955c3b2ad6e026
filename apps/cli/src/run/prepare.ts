import type { Settings } from '@convene/adapters'
import type { LimitSettings, Limits, Result, RunId, RunStart, Seating } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'
import { settingsOf } from '../settings.ts'
import { trustWarning } from '../trust/trust-warning.ts'
import { equip, everybody } from './equip.ts'
import { ruleLayersOf } from './rule-layers.ts'

/** A run ready to start, and what the person should know about the choices made. */
export type Prepared = {
  readonly start: RunStart
  readonly warnings: readonly string[]
  /** It rehearses because no model is connected, and not because somebody asked for that. */
  readonly unconnected: boolean
}

/** Seats the team and gathers everything the run is started with, or says what is missing. */
export async function prepareRun(program: Program, input: Input): Promise<Result<Prepared>> {
  const settings = await settingsOf(program)
  if (!settings.ok) return settings
  const misspelt = input.list('allow').find((grant) => !/^[\w*?-]+(:.+)?$/u.test(grant))
  if (misspelt !== undefined) return refuseGrant(misspelt)
  const { defaultModel, modelInfo, withDefaults } = await program.adapters()
  const configuration = settings.value.settings
  const usual = defaultModel(configuration, program.environment)
  const seating = await seat(program, input, configuration, usual.model)
  if (!seating.ok) return seating
  const models = everybody(seating.value.team).map(({ model }) => [model, modelInfo(model, configuration)] as const)
  const equipment = await equip(program, seating.value.team)
  const start: RunStart = {
    id: (await program.ids()).next() as RunId,
    mode: seating.value.mode,
    team: seating.value.team,
    limits: await limitsOf(input, configuration, seating.value),
    settings: {
      models: Object.fromEntries(models),
      ...equipment.settings,
      permissions: ruleLayersOf(configuration, withDefaults),
      askExpiresMs: Math.round(configuration.approvals.expire * 60_000),
      grants: [...input.list('allow')],
      yes: input.flag('yes'),
      interactive: program.terminal.canAsk,
      variables: { ...configuration.variables },
      mode: { ...configuration.delegate, ...seating.value.settings },
    },
  }
  const warnings = [
    ...settings.value.warnings,
    ...(await trustWarning(program)),
    ...seating.value.warnings.map(({ message }) => message),
    ...equipment.warnings,
  ]
  const isRehearsal = models.some(([, info]) => info.rehearsal)
  const unconnected = usual.source === 'none' && input.text('model') === undefined && isRehearsal
  return { ok: true, value: { start, warnings, unconnected } }
}

const refuseGrant = (grant: string): Result<never> => ({
  ok: false,
  refusal: {
    code: 'bad_grant',
    message: `--allow "${grant}" is no rule. Write it as tool:pattern, such as 'bash:git *'.`,
  },
})

async function seat(program: Program, input: Input, settings: Settings, usual: string): Promise<Result<Seating>> {
  const { gatherTeam, modelCatalog } = await program.adapters()
  const { modes } = await import('@convene/domain')
  const catalog = modelCatalog(settings, program.environment)
  const [team, mode, model] = [input.text('team'), input.text('mode'), input.text('model')]
  const refusal = refuseModel(catalog, model ?? usual)
  if (refusal) return { ok: false, refusal }
  return gatherTeam({
    ...(team !== undefined && { team }),
    ...(mode !== undefined && { mode }),
    ...(model !== undefined && { model }),
    agents: agentsOf(input),
    directory: process.cwd(),
    limits: settings.limits,
    trusted: (await program.trust()).state === 'trusted',
    agentRegistry: await program.agents(),
    teamRegistry: await program.teams(),
    defaultAgent: settings.defaultAgent,
    modes: Object.keys(modes),
    pool: settings.pool,
    defaultModel: usual,
    isKnownModel: (name) => refuseModel(catalog, name) === undefined,
    seed: program.now() % 2 ** 31,
  })
}

function agentsOf(input: Input): readonly string[] {
  return (input.text('agents') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** What the person says wins over the team, that over the settings. */
async function limitsOf(input: Input, settings: Settings, seating: Seating): Promise<Limits> {
  const { noLimits } = await import('@convene/domain')
  const said: { readonly [K in keyof LimitSettings]: number | undefined } = {
    maxTurns: input.number('max-turns'),
    maxTotalTokens: input.number('max-tokens'),
    maxCostUsd: input.number('max-cost'),
    maxDuration: input.number('max-minutes'),
    maxIterations: input.number('max-iterations'),
  }
  const given = Object.entries(said).filter(([, value]) => value !== undefined)
  return { ...noLimits, ...settings.limits, ...seating.limits, ...Object.fromEntries(given) }
}
