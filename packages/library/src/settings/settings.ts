import type { Layer, LimitSettings, Price, Rules } from '@convene/domain'
import type { IncomingHook, McpServer, OutgoingHook, ProviderEntry, SettingsFile, Verbosity } from './settings-file.ts'

/** The settings in force: the user's, then the workspace's, with every default filled in. */
export type Settings = {
  /** Not set: the program uses what is configured in the environment, or the rehearsal model. */
  readonly model: string | undefined
  readonly pool: readonly string[]
  readonly defaultAgent: string
  /** Both hold for a run that names no mode, no team and no agents. */
  readonly defaultMode: string | undefined
  readonly defaultTeam: string | undefined
  readonly providers: { readonly [name: string]: ProviderEntry }
  readonly prices: { readonly [model: string]: Price }
  readonly limits: LimitSettings
  readonly permissions: readonly { readonly layer: Layer; readonly rules: Rules }[]
  readonly mcpServers: { readonly [name: string]: McpServer }
  readonly variables: { readonly [name: string]: string }
  readonly verbosity: Verbosity
  readonly interface: { readonly theme: 'system' | 'light' | 'dark' }
  readonly plan: {
    readonly maxParallel: number
    readonly approve: boolean
    readonly worktrees: boolean
    readonly lockOut: boolean
  }
  readonly panel: NonNullable<SettingsFile['panel']>
  readonly orchestrate: { readonly memberTimeout: number }
  readonly delegate: { readonly maxDepth: number; readonly timeout: number }
  readonly web: {
    readonly allowHosts: readonly string[]
    readonly crawl: readonly string[]
    readonly search?: NonNullable<NonNullable<SettingsFile['web']>['search']>
  }
  readonly server: { readonly allowHosts: readonly string[] }
  readonly webhooks: {
    readonly in: { readonly [name: string]: IncomingHook }
    readonly out: readonly OutgoingHook[]
  }
  readonly approvals: { readonly expire: number }
  readonly decisions: { readonly window: number; readonly userVotes: boolean }
  readonly squad: { readonly maxCharter: number }
}

export const defaultSettings: Settings = {
  model: undefined,
  pool: [],
  defaultAgent: 'coder',
  defaultMode: undefined,
  defaultTeam: undefined,
  providers: {},
  prices: {},
  limits: {},
  permissions: [],
  mcpServers: {},
  variables: {},
  verbosity: 'detailed',
  interface: { theme: 'system' },
  plan: { maxParallel: 3, approve: true, worktrees: false, lockOut: false },
  panel: {},
  orchestrate: { memberTimeout: 10 },
  delegate: { maxDepth: 5, timeout: 5 },
  web: { allowHosts: [], crawl: [] },
  server: { allowHosts: [] },
  webhooks: { in: {}, out: [] },
  approvals: { expire: 1440 },
  decisions: { window: 120, userVotes: false },
  squad: { maxCharter: 4_000 },
}

/** Lays a file's settings over those below it. Permission rules stay layers of their own: the strictest wins later. */
export function mergeSettings(below: Settings, file: SettingsFile, layer: 'user' | 'workspace'): Settings {
  return {
    model: file.model ?? below.model,
    pool: file.pool ?? below.pool,
    defaultAgent: file.defaultAgent ?? below.defaultAgent,
    defaultMode: file.defaultMode ?? below.defaultMode,
    defaultTeam: file.defaultTeam ?? below.defaultTeam,
    providers: { ...below.providers, ...file.providers },
    prices: { ...below.prices, ...file.prices },
    limits: { ...below.limits, ...file.limits },
    permissions: file.permissions ? [...below.permissions, { layer, rules: file.permissions }] : below.permissions,
    mcpServers: { ...below.mcpServers, ...file.mcpServers },
    variables: { ...below.variables, ...file.variables },
    verbosity: file.verbosity ?? below.verbosity,
    interface: { ...below.interface, ...file.interface },
    plan: { ...below.plan, ...file.plan },
    panel: { ...below.panel, ...file.panel },
    orchestrate: { ...below.orchestrate, ...file.orchestrate },
    delegate: { ...below.delegate, ...file.delegate },
    web: { ...below.web, ...file.web },
    server: { ...below.server, ...file.server },
    webhooks: { in: { ...below.webhooks.in, ...file.webhooks?.in }, out: file.webhooks?.out ?? below.webhooks.out },
    approvals: { ...below.approvals, ...file.approvals },
    decisions: { ...below.decisions, ...file.decisions },
    squad: { ...below.squad, ...file.squad },
  }
}
