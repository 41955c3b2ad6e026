import {
  isOffered,
  type Json,
  type LimitSettings,
  limitsAtStart,
  type ModeSettings,
  modes,
  noLimits,
  type Result,
  type RunId,
  RunSettings,
  type RunStart,
  recordFor,
  roomWarnings,
  type Seat,
  type SeatedTeam,
  type Seating,
  seatsOf,
  shortLimits,
  storedOptions,
  sumUpTexts,
  trackRecordOf,
  traitsOf,
  unknownVariables,
  unmetLevels,
} from '@convene/domain'
import { gatherTeam, type Settings, settingsOfMode, withDefaults } from '@convene/library'
import { defaultModel, modelCatalog } from '@convene/models'
import { adviceLines, type ChosenApproach } from '@convene/reading'
import { keysFor, refuseLocked, refuseWithKeys } from '../keys/keys-for.ts'
import type { Unlocked } from '../keys/with-keys.ts'
import { modelConfiguration } from '../models/refreshed-models.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'
import { settingsOf } from '../settings/settings-of.ts'
import { trustWarning } from '../trust/trust-warning.ts'
import { collectTools, everybody } from './collect-tools.ts'
import { type ContinuedRequest, continueRun } from './continue-run.ts'
import { modelInfos } from './model-infos.ts'
import { emptySeat, withOwnSeat } from './own-seat.ts'
import { refuseAllow } from './refuse-allow.ts'
import { refuseLimits } from './refuse-limits.ts'
import { refuseMisplaced } from './refuse-misplaced.ts'
import { ruleLayersOf, type WithDefaults } from './rule-layers.ts'
import type { RunRequest } from './run-request.ts'
import { unfilled } from './unfilled.ts'
import { withApproach } from './with-approach.ts'
import { namesSetting, withDefaultTeam } from './with-default-team.ts'

/** A run ready to start, and warnings about its choices. */
export type Prepared = {
  readonly start: RunStart
  readonly warnings: readonly string[]
  /** It rehearses because no model is connected, and not because the user asked for it. */
  readonly unconnected: boolean
  /** What to do about that. */
  readonly advice?: string
  /** Whether anyone in it rehearses, on request or not. */
  readonly rehearsal: boolean
  /** Why agents have neither files nor commands, if the folder is not a workspace. */
  readonly noWorkspace?: string
  /** The approach that the goal chose, if that was left to it. */
  readonly approach?: ChosenApproach
}

/** Seats the team and collects everything the run needs, or says what is missing. */
export async function prepareRun(program: Program, said: RunRequest): Promise<Result<Prepared>> {
  const refused = refuseLimits(said.limits)
  if (refused) return refused
  const { request, approach } = await withApproach(program, continueRun(said))
  const ready = await prepare(program, request, said)
  return ready.ok && approach ? { ok: true, value: { ...ready.value, approach } } : ready
}

async function prepare(program: Program, request: ContinuedRequest, said: RunRequest): Promise<Result<Prepared>> {
  const settings = await settingsOf(program)
  if (!settings.ok) return settings
  const configuration = settings.value.settings
  const useless = await refuseAllow(program, request.allow ?? [], Object.keys(configuration.mcpServers))
  if (useless) return useless
  const known = modelConfiguration(program, configuration)
  const keys = await keysFor(program, request.onlyLook ?? false)
  const usual = defaultModel(configuration, keys.environment)
  const seatRequest = { program, keys, settings: configuration, usual: usual.model }
  const seating = namesSetting(await seat(withDefaultTeam(request, configuration), seatRequest), request, configuration)
  if (!seating.ok) return refuseWithKeys(seating.refusal, keys)
  const misplaced = refuseMisplaced(request.settings, said.settings, seating.value.mode)
  if (misplaced) return misplaced
  const models = await modelInfos(everybody(seating.value.team), known, keys.environment, request.onlyLook)
  const collected = await collectTools(program, seating.value, request.readOnly ?? false)
  const given: LimitSettings = { ...configuration.limits, ...seating.value.limits, ...named(request.limits) }
  const reasoning = request.reasoning ?? seating.value.reasoning ?? configuration.reasoning
  const told = {
    models,
    ...(reasoning && { reasoning }),
    ...collected.settings,
    ...(await recordOf(program, seating.value.team)),
    namedLimits: { team: seating.value.limits, user: named(request.limits) },
    mode: { ...settingsFor(seating.value.mode, configuration, given), ...seating.value.settings, ...toldMode(request) },
  }
  const team = withOwnSeat(seating.value, request, told.mode)
  const start: RunStart = {
    id: (await program.ids()).next() as RunId,
    mode: seating.value.mode,
    team,
    warnings: warningsAbout(seating.value, configuration, told),
    limits: { ...noLimits, ...modes[seating.value.mode]?.limits(team), ...given },
    settings: { ...runSettings(request, configuration, withDefaults), ...traceOf(program, said), ...told },
  }
  const trust = await trustWarning(program)
  const kept = request.readOnly && !said.readOnly ? [STAYS_READ_ONLY] : []
  const warnings = sumUpTexts([...settings.value.warnings, ...keys.problems, ...trust, ...collected.warnings, ...kept])
  const unconnected = usual.source === 'none' && seating.value.rehearses
  if (unconnected && keys.problems.length > 0) return refuseLocked(keys)
  const rehearsal = seatsOf(seating.value.team).some(({ model }) => told.models[model]?.rehearsal)
  const more = { ...(unconnected && { advice: usual.advice }), ...folderOf(collected) }
  return { ok: true, value: { start: withLimits(start), warnings, unconnected, rehearsal, ...more } }
}

const folderOf = ({ noWorkspace }: { readonly noWorkspace?: string | undefined }) =>
  noWorkspace === undefined ? {} : { noWorkspace }

const STAYS_READ_ONLY =
  'Agents only read, as in the run before, which you did not start yourself. To change files, start a new session.'

/** The track record of the team's models, if any decision has an outcome. */
async function recordOf(program: Program, team: SeatedTeam): Promise<Pick<RunSettings, 'record' | 'advice'>> {
  const { log } = await program.store()
  const decisions = await log.decisions()
  const record = recordFor(trackRecordOf(decisions), [...new Set(seatsOf(team).map(({ model }) => model))])
  const members = team.members.map(({ model }) => model)
  const advice = adviceLines(members, decisions)
  return {
    ...(record.decisions > 0 && { record: record as RunSettings['record'] }),
    ...(advice.length > 0 && { advice: [...advice] }),
  }
}

/** What the user should know about the run's choices. */
const warningsAbout = (
  { team, warnings }: Seating,
  settings: Settings,
  { models, reasoning, tools }: Pick<RunSettings, 'models' | 'reasoning' | 'tools'>,
) => [
  ...warnings,
  ...unfilledVariables(team, settings),
  ...unmetLevels(seatsOf(team), models, reasoning),
  ...roomWarnings(seatsOf(team).filter(hasTools), models, (seat) =>
    Object.values(tools).filter(({ name }) => isOffered(seat, name)),
  ),
]

const hasTools = ({ execution }: Seat): boolean => execution === 'agentic' || execution === 'planning'

/** The limits that will apply, from the opening to the gate, with a warning about those that are too low. */
function withLimits(start: RunStart): RunStart {
  const limited = { ...start, limits: limitsAtStart(start) }
  const warnings = [...(start.warnings ?? []), ...emptySeat(start), ...shortLimits(limited, modes[limited.mode])]
  return { ...limited, warnings }
}

/** Warns about prompts with an unfilled variable: the model would read it literally. */
const unfilledVariables = (team: SeatedTeam, { variables }: Settings) =>
  everybody(team).flatMap((seat) =>
    unknownVariables(seat, variables).map((name) => ({
      code: 'unknown_variable',
      message: `${seat.name}: ${unfilled(name)}`,
    })),
  )

/** The span of a program that is traced itself. It comes from outside, and is stored only if it is valid. */
function traceOf(
  { environment }: Program,
  { trace = environment.TRACEPARENT }: RunRequest,
): Pick<RunSettings, 'trace'> {
  const read = RunSettings.shape.trace.safeParse(trace)
  return read.data === undefined ? {} : { trace: read.data }
}

/** What the user and their settings define for any run. */
function runSettings(
  request: RunRequest,
  settings: Settings,
  withDefaults: WithDefaults,
): Omit<RunSettings, 'models' | 'tools' | 'mode'> {
  const { approvals, decisions, variables } = settings
  return {
    permissions: ruleLayersOf(settings, withDefaults),
    askExpiresMs: Math.round(approvals.expire * 60_000),
    decisions: {
      windowMs: Math.round(decisions.window * 1_000),
      userVotes: decisions.userVotes,
      reviewMs: decisions.reviewAfter * 86_400_000,
    },
    grants: [...(request.allow ?? [])],
    yes: request.yes ?? false,
    ...(request.answers?.length && { answers: [...request.answers] }),
    interactive: request.interactive,
    ...(request.readOnly && { readOnly: true }),
    startedBy: request.startedBy ?? 'user',
    ...(settings.titles === 'agent' && { titles: 'agent' as const }),
    variables: { ...variables },
    ...storedOptions(request, request.after?.settings.options),
  }
}

type SeatRequest = {
  readonly program: Program
  readonly keys: Unlocked
  readonly settings: Settings
  readonly usual: string
}

async function seat(
  request: ContinuedRequest,
  { program, keys, settings, usual }: SeatRequest,
): Promise<Result<Seating>> {
  const catalog = modelCatalog(settings, keys.environment)
  const { team, mode, model, change } = request
  const refuse = (name: string) => (isHostProvided(program, name) ? undefined : refuseModel(catalog, name))
  const refusal = refuse(model ?? usual) ?? (change?.type === 'model' ? refuse(change.model) : undefined)
  if (refusal) return { ok: false, refusal }
  return gatherTeam({
    ...(team !== undefined && { team }),
    ...(mode !== undefined && { mode }),
    ...(model !== undefined && { model }),
    ...(request.seatedBefore && { seatedBefore: request.seatedBefore }),
    ...(request.kept && { kept: request.kept }),
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
    defaultModel: usual,
    isKnownModel: (name) => refuse(name) === undefined,
    seed: request.seed ?? program.now() % 2 ** 31,
  })
}

/** Whether the interface provides this model itself. */
const isHostProvided = ({ provided }: Program, model: string): boolean =>
  Object.hasOwn(provided.models ?? {}, model.slice(0, Math.max(0, model.indexOf('/'))))

/** What the user says about the mode. Agents they have named are in it, no matter what the goal says. */
const toldMode = ({ agents = [], settings }: RunRequest): { readonly [name: string]: Json } => ({
  ...(agents.length > 0 && { chooseMembers: false }),
  // A vote that is only a default must not undo what was requested for this run.
  ...(settings?.escalate !== undefined && { vote: false }),
  ...settings,
})

/**
 * What the settings say about one mode. Whether the user capped its turns matters to a mode that counts them itself.
 */
const settingsFor = (mode: string, settings: Settings, given: LimitSettings): ModeSettings => ({
  ...settingsOfMode(settings, mode),
  ...(traitsOf(mode).countsTurns && { turnsGiven: given.maxTurns !== undefined }),
})

/** Each mode's default seats, adjusted by the settings and the user. */
const seatsByMode = (settings: Settings, told: RunRequest['settings'] = {}) =>
  Object.fromEntries(
    Object.values(modes).map(({ name, seats }) => [name, seats?.({ ...settingsOfMode(settings, name), ...told })]),
  )

/** Only what was given: an unset option overrides nothing. */
const named = (limits: LimitSettings = {}): LimitSettings =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
