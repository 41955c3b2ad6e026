import { modes, type Result, type SeatedRun } from '@convene/domain'
import { gatherTeam, type Settings, settingsOfMode } from '@convene/library'
import { type DefaultModel, defaultModels } from '@convene/models'
import { refuseWithKeys } from '../keys/keys-for.ts'
import type { Unlocked } from '../keys/with-keys.ts'
import { availableModels } from '../models/coding-agents.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'
import type { ContinuedChoice, HostRunRequest } from './run-request.ts'

/** What every run is prepared with, read once: the settings in force, the keys, and the model for seats without one. */
export type Setup = {
  readonly program: Program
  readonly settings: Settings
  /** What was ignored in the settings. */
  readonly warnings: readonly string[]
  readonly keys: Unlocked
  readonly usual: DefaultModel
}

/** Seats the chosen team, or says who or what is missing. */
export async function seatRun(setup: Setup, choice: ContinuedChoice): Promise<Result<SeatedRun>> {
  const seating = await seat(setup, choice)
  if (seating.ok) return seating
  const { defaultTeam } = setup.settings
  const { code, message } = seating.refusal
  // A user who did not choose the team should know where its name comes from.
  const source = choice.bySettings && defaultTeam !== undefined
  const named = source ? `The settings select the team "${defaultTeam}" (defaultTeam). ${message}` : message
  return refuseWithKeys({ code, message: named }, setup.keys)
}

async function seat(setup: Setup, { request, seatedBefore, kept }: ContinuedChoice): Promise<Result<SeatedRun>> {
  const { program, settings, keys, usual } = setup
  const catalog = await availableModels(program, settings, keys.environment)
  const { team, mode, model, change } = request
  const refuseUnknown = (name: string) => (isHostProvided(program, name) ? undefined : refuseModel(catalog, name))
  const refusal =
    refuseUnknown(model ?? usual.model) ?? (change?.type === 'model' ? refuseUnknown(change.model) : undefined)
  if (refusal) return { ok: false, refusal }
  return gatherTeam({
    ...(team !== undefined && { team }),
    ...(mode !== undefined && { mode }),
    ...(model !== undefined && { model }),
    ...(request.seatModels?.length && { seatModels: request.seatModels }),
    ...(seatedBefore && { seatedBefore }),
    ...(kept && { kept }),
    agents: request.agents ?? [],
    directory: request.directory,
    limits: settings.limits,
    ceilings: Object.assign({}, ...Object.keys(modes).map((name) => settingsOfMode(settings, name))),
    trusted: (await program.trust()).state === 'trusted',
    ...(settings.titles === 'agent' && { keepers: ['title'] }),
    agentRegistry: await program.agents(),
    teamRegistry: program.teams,
    defaultAgent: settings.defaultAgent,
    modes: Object.keys(modes),
    seats: seatsByMode(settings, request.settings),
    pool: settings.pool,
    ...(settings.model === undefined && { mix: defaultModels(settings, keys.environment) }),
    defaultModel: usual.model,
    reviewModels: defaultModels(settings, keys.environment),
    isKnownModel: (name) => refuseUnknown(name) === undefined,
    seed: request.seed ?? program.now() % 2 ** 31,
  })
}

/** Whether the interface provides this model itself. */
const isHostProvided = ({ provided }: Program, model: string): boolean =>
  Object.hasOwn(provided.models ?? {}, model.slice(0, Math.max(0, model.indexOf('/'))))

/** Each mode's default seats, adjusted by the settings and the user. */
const seatsByMode = (settings: Settings, told: HostRunRequest['settings'] = {}) =>
  Object.fromEntries(
    Object.values(modes).map(({ name, seats }) => [name, seats?.({ ...settingsOfMode(settings, name), ...told })]),
  )
