import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { engineDomain, modes } from '@convene/domain'
import { type Checks, createEngine, type Engine, type Model, type Ports } from '@convene/engine'
import { agentRegistry, findSquad, readSettings, type TrustStore, teamRegistry, trustOf } from '@convene/library'
import type { Environment } from '@convene/platform'
import {
  type FlushingTelemetry,
  findKeychain,
  type KeptKeys,
  nodeEvidence,
  openKeptKeys,
  systemClock,
  telemetryFor,
  ulids,
} from '@convene/platform'
import { openStore } from '@convene/store'
import { checkRunner, gitWorkspace, type Tool } from '@convene/tools'
import { startCleanup } from './cleanup/cleanup.ts'
import { type LateCleanup, lateCleanup } from './cleanup/late-cleanup.ts'
import type { AgentModels } from './extension/coding-agents.ts'
import { type Extensions, extensionsOf } from './extension/extensions.ts'
import type { ListedPackage, ProgramParts } from './extension/optional-package.ts'
import { withKeys, withStandIns } from './keys/with-keys.ts'
import { agentModels } from './models/agent-models.ts'
import { type CountedModel, counted } from './models/counted.ts'
import { installedModels } from './models/installed-models.ts'
import { workspaceModels } from './models/models-of.ts'
import { type Once, once } from './once.ts'
import type { HostProvided, Program, ProgramStore } from './program.ts'
import type { SharedSessions } from './shared/shared-sessions.ts'
import { seatInstalled } from './teams/installed-members.ts'
import { squadReader } from './teams/squad-files.ts'
import { type Toolboxes, type ToolboxSources, toolboxes } from './tools/toolboxes.ts'

/** What a program works with. Anything omitted is the real thing. */
export type ProgramOptions = {
  readonly home: string
  readonly workspace: string
  readonly environment: Environment
  readonly version: string
  readonly now?: () => number
  /** Something about the stored data that the user should know. */
  notice?(text: string): void
  readonly provided?: HostProvided
  /** The optional packages that may add to it, if they are installed. Default: none. */
  readonly optional?: readonly ListedPackage<ProgramParts>[]
  /** Which tools this entry point offers. Default: all. */
  isThere?(tool: Pick<Tool, 'name' | 'readOnly'>): boolean
  /** The entry point ignores workspace files and does not start MCP servers, even if they were trusted elsewhere. */
  readonly distrusts?: boolean
  /** Replaces every model. */
  readonly model?: Model
  /** Sessions that several processes share, instead of the data folder's own. */
  readonly shared?: SharedSessions
}

/** A program, and how to close it: running work is released, and the next process picks it up. */
export type OpenProgram = { readonly program: Program; close(): Promise<void> }

/** The data folder from the environment. */
export const homeOf = (environment: Environment): string =>
  resolve(environment.CONVENE_HOME || join(homedir(), '.convene'))

/** The one place where ports get their adapters. Each is opened on first use. */
export function openProgram(options: ProgramOptions): OpenProgram {
  const parts = partsOf(options)
  const close = async () => {
    await Promise.all([(await parts.engine.made())?.close(), parts.cleanup.stop()])
    await Promise.all([parts.tools.close(), (await parts.agents.made())?.close()])
    await (await parts.store.made())?.shared?.finish()
    await (await parts.telemetry.made())?.flush()
    await (await parts.store.made())?.close()
  }
  return { program: programAt(parts, options.workspace), close }
}

/** What all workspaces share: one log, one engine, one set of tools for each folder. */
type Parts = {
  readonly options: ProgramOptions
  readonly now: () => number
  readonly extensions: Extensions<ProgramParts>
  readonly keys: Once<KeptKeys>
  readonly store: Once<ProgramStore>
  readonly telemetry: Once<FlushingTelemetry>
  readonly tools: Toolboxes
  /** On a team server: what each session may see. */
  readonly bounds: Pick<ToolboxSources, 'bounds'>
  readonly model: Once<CountedModel>
  /** Coding agents: programs that are ended with this one. */
  readonly agents: Once<AgentModels>
  readonly engine: Once<Engine>
  readonly checks: Checks
  readonly cleanup: LateCleanup
  /** The newest reading of each workspace: models are called according to the newest settings. */
  readonly places: Map<string, Program>
}

function partsOf(options: ProgramOptions): Parts {
  const { home, workspace, environment, now = Date.now } = options
  const extensions = extensionsOf(options.optional)
  const keys = once(async () => keysOf(options, now))
  const telemetry = once(async () => telemetryFor(environment, home))
  const store = once(async () => withNotices(options, await storeOf(options, telemetry)))
  const own = options.provided?.tools ?? []
  const bounds = boundsIn(options, store)
  const tools = toolboxes({ ...options, extensions, telemetry, store, own, ...bounds })
  const cleanup = lateCleanup(async () => {
    return startCleanup({ ...(await store()), home, workspace, now })
  })
  const at = (place: string) => parts.places.get(place) ?? programAt(parts, place)
  const agents = once(async () => agentModels(at, at(workspace), sharingOf(options)))
  const model = once(async () => {
    // They are programs, like MCP servers.
    const whole: HostProvided['models'] = options.distrusts ? {} : { acp: openedLate(agents) }
    return counted(options.model ?? workspaceModels(at, environment, { ...whole, ...options.provided?.models }))
  })
  const engine = once(async () => {
    // The folder may contain files of sessions in its own database, which this one knows nothing about.
    if (!options.shared) cleanup.begin(systemClock())
    return startEngine(parts)
  })
  const parts: Parts = {
    options,
    now,
    extensions,
    keys,
    store,
    telemetry,
    tools,
    bounds,
    model,
    agents,
    engine,
    checks: checkRunner({ home, environment, ...bounds, allowHosts: (place) => hostsAllowedIn(parts, place) }),
    cleanup,
    places: new Map(),
  }
  return parts
}

/** If people share the machine, a session's tools see the folders of its space only. */
const boundsIn = ({ shared }: ProgramOptions, store: Once<ProgramStore>): Pick<ToolboxSources, 'bounds'> =>
  shared ? { bounds: async (session) => (await store()).shared?.boundsOf(session) ?? shared.boundsOfNobody() } : {}

/** Its coding agents see where they were started, and nothing else. */
const sharingOf = ({ shared }: ProgramOptions): Parameters<typeof agentModels>[2] =>
  shared ? { bounds: () => shared.boundsOfNobody() } : {}

/** Opens a model with its first call. */
const openedLate = (model: Once<Model>): Model => ({
  async *stream(request, signal) {
    yield* (await model()).stream(request, signal)
  },
})

async function storeOf({ home, shared }: ProgramOptions, telemetry: Once<FlushingTelemetry>): Promise<ProgramStore> {
  if (shared) return shared.open(telemetry)
  const local = openStore(home)
  return { ...local, local: local.log }
}

function withNotices({ notice }: ProgramOptions, store: ProgramStore): ProgramStore {
  for (const text of store.notices) notice?.(text)
  return store
}

async function startEngine(parts: Parts): Promise<Engine> {
  const { log, ownership, shared } = await parts.store()
  const telemetry = await parts.telemetry()
  const { home } = parts.options
  const { checks } = parts
  const all = { model: await parts.model(), tools: parts.tools.host, workspace: gitWorkspace(home), checks }
  const ports = shared?.inOwnFolders(all) ?? all
  const running: Ports = {
    ...ports,
    ...telemetry.observe?.(ports),
    log,
    ownership,
    ...(shared && { elsewhere: shared.elsewhere, budgets: shared.budgets, circuits: shared.circuits }),
    clock: systemClock(),
    evidence: nodeEvidence(),
    telemetry,
    abortController: () => new AbortController(),
  }
  return createEngine(running, await engineDomain())
}

/** The hosts that the settings of a workspace allow. */
async function hostsAllowedIn(parts: Parts, place: string): Promise<readonly string[]> {
  const { settings } = await (parts.places.get(place) ?? programAt(parts, place)).settings()
  return settings.web.allowHosts
}

/** The keychain is looked up when a key is stored there or read, never when the program starts. */
function keysOf(options: ProgramOptions, now: () => number): KeptKeys {
  const { home, environment } = options
  return openKeptKeys({ home, now, findKeychain: async () => findKeychain({ home, environment }) })
}

/** Whether the user trusts the workspace. An app that distrusts workspaces ignores it. */
function trustIn({ home, distrusts }: ProgramOptions, workspace: string): TrustStore {
  const trust = trustOf(home, workspace)
  return distrusts && trust.state === 'trusted' ? { ...trust, state: 'untrusted' } : trust
}

/** Clients name folders, and there are many. */
const MOST_PLACES = 500

function programAt(parts: Parts, workspace: string): Program {
  const { options } = parts
  const { home, version } = options
  const trust = once(async () => trustIn(options, workspace))
  const trusted = async () => (await trust()).state === 'trusted'
  const places = async () => ({ home, workspace, trusted: await trusted() })
  const program: Program = {
    environment: options.environment,
    keys: parts.keys,
    withKeys: async () => withKeys(options.environment, await parts.keys()),
    withStandIns: async () => withStandIns(options.environment, await parts.keys()),
    home,
    workspace,
    version,
    provided: options.provided ?? {},
    extensions: parts.extensions,
    at: (other) => programAt(parts, other),
    now: parts.now,
    trust,
    settings: once(async () => readSettings(await places())),
    tools: (other = workspace) => parts.tools.of(other),
    lend: (lent) => parts.tools.lend(workspace, lent),
    agents: once(async () => agentRegistry({ ...(await places()), models: () => installedModels(program) })),
    teams: once(async () => {
      const squad = findSquad(workspace) === undefined ? undefined : await squadReader(program)
      const read = { modes: Object.keys(modes), squad }
      return seatInstalled(teamRegistry({ ...(await places()), ...read }), await installedModels(program))
    }),
    store: parts.store,
    engine: parts.engine,
    checks: parts.checks,
    model: parts.model,
    calls: async () => (await parts.model.made())?.calls ?? 0,
    ids: once(async () => ulids({ now: parts.now }, randomBytes)),
    telemetry: parts.telemetry,
  }
  // The last entry is the newest. One that was evicted is read again.
  parts.places.delete(workspace)
  parts.places.set(workspace, program)
  const [oldest] = parts.places.size > MOST_PLACES ? parts.places.keys() : []
  if (oldest !== undefined) parts.places.delete(oldest)
  return program
}
