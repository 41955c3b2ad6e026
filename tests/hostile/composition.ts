import { randomBytes } from 'node:crypto'
import { codeTools } from '@convene/code-analysis'
import {
  type Event,
  isFinal,
  isOffered,
  modes,
  noLimits,
  type RunId,
  type RunStart,
  type Seat,
  type SeatedRun,
  type Session,
  type SessionId,
  seatsOf,
} from '@convene/domain'
import { createEngine, type Engine, type Model } from '@convene/engine'
import {
  agentRegistry,
  gatherTeam,
  grantTrust,
  readAgentsMd,
  readSettings,
  type Settings,
  teamRegistry,
  trustOf,
  withDefaults,
} from '@convene/library'
import { defaultModel, modelCatalog, modelInfo } from '@convene/models'
import { systemClock, telemetryFor, ulids } from '@convene/platform'
import { readSquad } from '@convene/squad'
import { openStore } from '@convene/store'
import { openToolbox, readSkills, type Toolbox, worktrees } from '@convene/tools'
import { type HostSnapshot, hostSnapshotOf } from './host-snapshot.ts'
import { type PolicyName, policies } from './policies.ts'
import type { Scenario, ScenarioFolders } from './scenario.ts'

/** What a run leaves behind: its log, its last state, and the user's answers. */
export type Outcome = {
  readonly events: readonly Event[]
  readonly state: Session
  readonly answered: readonly string[]
  readonly warnings: readonly string[]
  /** The state after the user's preparations, before the run. */
  readonly before: HostSnapshot
}

/** Who answers, as the log names them. */
export const PERSON = 'the person of the test'

/** Runs a scenario like the program would. Only the model is scripted. */
export async function perform(
  scenario: Scenario,
  place: ScenarioFolders,
  policy: PolicyName,
  model: Model,
): Promise<Outcome> {
  const { data: home, workspace } = place
  if (scenario.trusted) grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  const trusted = trustOf(home, workspace).state === 'trusted'
  const environment = environmentOf(place)
  const clock = systemClock()
  const { settings, problems } = readSettings({ home, workspace, trusted })
  const telemetry = await telemetryFor(environment, home)
  const log = telemetry.log.bind(telemetry)
  const store = openStore(home)
  const places = { home, workspace, trusted, settings, environment }
  const toolbox = openToolbox({ ...places, clock, log, version: '0', sessions: store.log, added: [codeTools()] })
  const ports = { model, tools: toolbox.host, log: store.log, ownership: store.ownership, clock, telemetry }
  const engine = createEngine({ ...ports, abortController: () => new AbortController() })
  try {
    const seating = await seat(scenario, place, settings, trusted)
    await toolbox.ready()
    if (scenario.plant(place).server?.approved) await agree(toolbox, place)
    const run = await startOf({ scenario, place, policy, settings, seating, toolbox })
    const before = hostSnapshotOf(place)
    const goal = scenario.goal ?? 'Do what is to be done here.'
    const id = ulids(clock, randomBytes).next() as SessionId
    await engine.resume(id, { type: 'create', workspace, goal, run })
    const { state, answered } = await answering(engine, id, scenario)
    const warnings = [...problems, ...toolbox.problems()].map(({ message }) => message)
    return { events: await store.log.read(id, 0), state, answered, warnings, before }
  } finally {
    await engine.close()
    await toolbox.close()
    await telemetry.flush()
    await store.close()
  }
}

const environmentOf = ({ home, key }: ScenarioFolders) => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  HOME: home,
  CONVENE_LOG: 'debug',
  ANTHROPIC_API_KEY: key,
})

/** Denies everything, alternating without and with a reason, until nothing is asked any more. */
async function answering(
  engine: Engine,
  id: SessionId,
  { person }: Scenario,
): Promise<Pick<Outcome, 'state' | 'answered'>> {
  const answered: string[] = []
  for (;;) {
    const state = await engine.rested(id)
    if (!state.run || isFinal(state.run.phase)) return { state, answered }
    const [ask] = Object.values(state.asks)
    const [question] = Object.values(state.questions)
    if (ask) {
      answered.push(ask.ask)
      const reason = answered.length % 2 === 0 ? { reason: 'I do not want that.' } : {}
      const answer = person ?? { answer: 'deny', by: PERSON, ...reason }
      await engine.resume(id, { type: 'permit', ask: ask.ask, ...answer })
    } else if (question) await engine.resume(id, { type: 'answer', question: question.id, text: 'No.', by: PERSON })
    else throw new Error(`The run rests in ${state.run.phase}.`)
  }
}

/** The user approves the server's current tools. */
async function agree(toolbox: Toolbox, { workspace }: ScenarioFolders): Promise<void> {
  const tool = toolbox.list().find(({ name }) => name.startsWith('mcp_'))?.name ?? ''
  const call = { session: 's', task: 't', call: 'c', agent: 'coder', tool, input: {}, workspace }
  const [resource] = await toolbox.host.inspect(call as unknown as Parameters<Toolbox['host']['inspect']>[0])
  await toolbox.agreeAlways(resource?.target ?? '')
}

async function seat(
  scenario: Scenario,
  place: ScenarioFolders,
  settings: Settings,
  trusted: boolean,
): Promise<SeatedRun> {
  const places = { home: place.data, workspace: place.workspace, trusted }
  const usual = defaultModel(settings, environmentOf(place)).model
  const { providers } = modelCatalog(settings, environmentOf(place))
  const known = new Set(providers.filter(({ configured }) => configured).map(({ name }) => name))
  const seating = await gatherTeam({
    ...(scenario.team !== undefined && { team: scenario.team }),
    ...(scenario.mode !== undefined && { mode: scenario.mode }),
    agents: scenario.agents ?? [],
    directory: place.workspace,
    limits: settings.limits,
    trusted,
    agentRegistry: agentRegistry(places),
    teamRegistry: async () => teamRegistry({ ...places, modes: Object.keys(modes), squad: readSquad }),
    defaultAgent: settings.defaultAgent,
    modes: Object.keys(modes),
    pool: settings.pool,
    defaultModel: usual,
    isKnownModel: (name) => known.has(name.split('/')[0] ?? ''),
    seed: 1,
  })
  if (!seating.ok) throw new Error(seating.refusal.message)
  return seating.value
}

type Starting = {
  readonly scenario: Scenario
  readonly place: ScenarioFolders
  readonly policy: PolicyName
  readonly settings: Settings
  readonly seating: SeatedRun
  readonly toolbox: Toolbox
}

async function startOf({ scenario, place, policy, settings, seating, toolbox }: Starting): Promise<RunStart> {
  const { workspace } = place
  const everybody: readonly Seat[] = [...seatsOf(seating.team), ...(seating.team.subagents ?? [])]
  const offered = toolbox.list().filter(({ name }) => everybody.some((one) => isOffered(one, name)))
  const agentsMd = readAgentsMd(workspace)
  const apart = everybody.filter((one) => one.worktree).map(({ slug }) => slug)
  const planned = await worktrees(place.data).plan(workspace, { agents: apart })
  const user = settings.permissions.find(({ layer }) => layer === 'user')?.rules ?? {}
  const others = settings.permissions.filter(({ layer }) => layer !== 'user')
  return {
    id: 'run' as RunId,
    mode: seating.mode,
    team: seating.team,
    limits: { ...noLimits, ...settings.limits, ...seating.limits },
    settings: {
      models: Object.fromEntries(everybody.map(({ model }) => [model, modelInfo(model, settings)])),
      tools: Object.fromEntries(offered.map(({ source: _, ...spec }) => [spec.name, spec])),
      ...(agentsMd !== undefined && { agentsMd }),
      ...(planned.settings && { worktrees: planned.settings }),
      skills: (await readSkills(workspace)).map(({ name, description }) => ({ name, description })),
      permissions: [{ layer: 'user', ...withDefaults(user) }, ...others],
      askExpiresMs: Math.round(settings.approvals.expire * 60_000),
      grants: [...(scenario.allow?.(place) ?? [])],
      yes: false,
      startedBy: 'user',
      interactive: policies[policy].interactive,
      variables: { ...settings.variables },
      mode: { ...seating.settings },
    },
  }
}
