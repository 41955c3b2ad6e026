import {
  asksEveryone,
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
  type SeatedRun,
  type SeatedTeam,
  seatsOf,
  shortLimits,
  storedOptions,
  sumUpTexts,
  trackRecordOf,
  traitsOf,
  unknownVariables,
  unmetLevels,
} from '@convene/domain'
import { type Settings, settingsOfMode, withDefaults } from '@convene/library'
import { defaultModel } from '@convene/models'
import { adviceLines, type ChosenApproach } from '@convene/reading'
import { keysFor, refuseLocked } from '../keys/keys-for.ts'
import { modelConfiguration } from '../models/refreshed-models.ts'
import type { Program } from '../program.ts'
import { settingsOf } from '../settings/settings-of.ts'
import { trustWarning } from '../trust/trust-warning.ts'
import { chooseTeam } from './choose-team.ts'
import { type CollectedTools, collectTools, everybody, type HowToWork } from './collect-tools.ts'
import { modelInfos } from './model-infos.ts'
import { emptySeat, withOwnSeat } from './own-seat.ts'
import { pastRuns, pastWidth } from './past-runs.ts'
import { refuseAllow } from './refuse-allow.ts'
import { refuseChecks } from './refuse-checks.ts'
import { refuseLimits } from './refuse-limits.ts'
import { refuseMisplaced } from './refuse-misplaced.ts'
import { refuseResolve } from './refuse-resolve.ts'
import { ruleLayersOf, type WithDefaults } from './rule-layers.ts'
import type { ContinuedChoice, HostRunRequest } from './run-request.ts'
import { type Setup, seatRun } from './seat-run.ts'
import { unfilledVariable } from './unfilled-variable.ts'

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
export async function prepareRun(program: Program, said: HostRunRequest): Promise<Result<Prepared>> {
  const setup = await readSetup(program, said)
  if (!setup.ok) return setup
  const choice = await chooseTeam(program, setup.value.settings, said)
  const seating = await seatRun(setup.value, choice)
  if (!seating.ok) return seating
  const misplaced = refuseMisplaced(choice.request.settings, said.settings, seating.value.mode)
  if (misplaced) return misplaced
  const collected = await collect(setup.value, seating.value, choice.request)
  const unchecked = refuseChecks(said, seating.value.mode, collected)
  if (unchecked) return unchecked
  const unresolved = refuseResolve(said.resolve, seating.value.mode, program.now())
  if (unresolved) return unresolved
  const start = await startOf(setup.value, choice.request, seating.value, collected)
  return preparedWith({ setup: setup.value, choice, seating: seating.value, collected, said }, start)
}

/** Reads the settings and the keys, and refuses what can be refused without them being used. */
async function readSetup(program: Program, { limits, allow = [], onlyLook }: HostRunRequest): Promise<Result<Setup>> {
  const refused = refuseLimits(limits)
  if (refused) return refused
  const read = await settingsOf(program)
  if (!read.ok) return read
  const { settings, warnings } = read.value
  const useless = await refuseAllow(program, allow, Object.keys(settings.mcpServers))
  if (useless) return useless
  const keys = await keysFor(program, onlyLook ?? false)
  return { ok: true, value: { program, settings, warnings, keys, usual: defaultModel(settings, keys.environment) } }
}

type Collected = CollectedTools & { readonly models: RunSettings['models'] }

/** The models and tools of everyone who was seated. */
async function collect(
  { program, settings, keys }: Setup,
  seating: SeatedRun,
  request: HostRunRequest,
): Promise<Collected> {
  const known = modelConfiguration(program, settings)
  const models = await modelInfos(everybody(seating.team), known, keys.environment, request.onlyLook)
  return { models, ...(await collectTools(program, seating, howToWork(request))) }
}

/** What a run can change, and where. */
function howToWork(request: HostRunRequest): HowToWork {
  const { options } = storedOptions(request, request.after?.settings.options)
  return { readOnly: request.readOnly ?? false, inPlace: options?.inPlace === true }
}

async function startOf(
  { program, settings }: Setup,
  request: HostRunRequest,
  seating: SeatedRun,
  { models, settings: tools }: Collected,
): Promise<RunStart> {
  const given: LimitSettings = { ...settings.limits, ...seating.limits, ...named(request.limits) }
  const reasoning = request.reasoning ?? seating.reasoning ?? settings.reasoning
  const told = {
    models,
    ...(reasoning && { reasoning }),
    ...tools,
    ...(await recordOf(program, seating.team)),
    ...(await pastRuns(program, seating.mode, seating.team)),
    ...(await pastWidth(program, seating.mode)),
    namedLimits: { team: seating.limits, user: named(request.limits) },
    mode: { ...settingsFor(seating.mode, settings, given), ...seating.settings, ...toldMode(request) },
  }
  const team = withOwnSeat(seating, request, told.mode)
  return withLimits({
    id: (await program.ids()).next() as RunId,
    mode: seating.mode,
    team,
    warnings: warningsAbout(seating, settings, told),
    limits: { ...noLimits, ...modes[seating.mode]?.limits(team), ...given },
    ...(request.constraints !== undefined && { constraints: request.constraints }),
    settings: { ...runSettings(request, settings, withDefaults), ...traceOf(program, request), ...told },
  })
}

type Steps = {
  readonly setup: Setup
  readonly choice: ContinuedChoice
  readonly seating: SeatedRun
  readonly collected: Collected
  readonly said: HostRunRequest
}

/** The run with what its user should know about it. */
async function preparedWith(steps: Steps, start: RunStart): Promise<Result<Prepared>> {
  const { setup, choice, seating, collected, said } = steps
  const { program, keys, usual } = setup
  const trust = await trustWarning(program)
  const kept = choice.request.readOnly && !said.readOnly ? [STAYS_READ_ONLY] : []
  const warnings = sumUpTexts([...setup.warnings, ...keys.problems, ...trust, ...collected.warnings, ...kept])
  const unconnected = usual.source === 'none' && seating.rehearses
  if (unconnected && keys.problems.length > 0) return refuseLocked(keys)
  const rehearsal = seatsOf(seating.team).some(({ model }) => collected.models[model]?.rehearsal)
  const more = {
    ...(unconnected && { advice: usual.advice }),
    ...folderOf(collected),
    ...(choice.approach && { approach: choice.approach }),
  }
  return { ok: true, value: { start, warnings, unconnected, rehearsal, ...more } }
}

const folderOf = ({ noWorkspace }: { readonly noWorkspace?: string | undefined }) =>
  noWorkspace === undefined ? {} : { noWorkspace }

const STAYS_READ_ONLY =
  'Agents only read, as in the run before, which you did not start yourself. To change files, start a new session.'

/** The track record of the team's models, if any decision has an outcome. */
async function recordOf(
  program: Program,
  team: SeatedTeam,
): Promise<Pick<RunSettings, 'record' | 'advice' | 'asksAll'>> {
  const { log } = await program.store()
  const decisions = await log.decisions()
  const record = recordFor(trackRecordOf(decisions), [...new Set(seatsOf(team).map(({ model }) => model))])
  const members = team.members.map(({ model }) => model)
  const advice = adviceLines(members, decisions)
  return {
    ...(record.decisions > 0 && { record: record as RunSettings['record'] }),
    ...(asksEveryone(decisions.length) && { asksAll: true }),
    ...(advice.length > 0 && { advice: [...advice] }),
  }
}

/** What the user should know about the run's choices. */
const warningsAbout = (
  { team, warnings }: SeatedRun,
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
      message: `${seat.name}: ${unfilledVariable(name)}`,
    })),
  )

/** The span of a program that is traced itself. It comes from outside, and is stored only if it is valid. */
function traceOf(
  { environment }: Program,
  { trace = environment.TRACEPARENT }: HostRunRequest,
): Pick<RunSettings, 'trace'> {
  const read = RunSettings.shape.trace.safeParse(trace)
  return read.data === undefined ? {} : { trace: read.data }
}

/** What the user and their settings define for any run. */
function runSettings(
  request: HostRunRequest,
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

/** What the user says about the mode. Agents they have named are in it, no matter what the goal says. */
const toldMode = ({ agents = [], settings }: HostRunRequest): { readonly [name: string]: Json } => ({
  ...(agents.length > 0 && { chooseMembers: false }),
  ...settings,
})

/**
 * What the settings say about one mode. Whether the user capped its turns matters to a mode that counts them itself.
 */
const settingsFor = (mode: string, settings: Settings, given: LimitSettings): ModeSettings => ({
  ...settingsOfMode(settings, mode),
  ...(traitsOf(mode).countsTurns && { turnsGiven: given.maxTurns !== undefined }),
})

/** Only what was given: an unset option overrides nothing. */
const named = (limits: LimitSettings = {}): LimitSettings =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
