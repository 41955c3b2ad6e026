import type { Refusal, Result } from '@convene/domain'
import type { Checks, Engine, EventLog, Ids, Model, Ownership, WebhookState, Work } from '@convene/engine'
import type { AgentRegistry, SettingsReading, TeamRegistry, TrustStore } from '@convene/library'
import type { Environment, FlushingTelemetry, KeptKeys } from '@convene/platform'
import type { LocalStore, SqliteEventLog } from '@convene/store'
import type { Tool, Toolbox } from '@convene/tools'
import type { Extensions } from './extension/extensions.ts'
import type { ProgramParts } from './extension/optional-package.ts'
import type { Unlocked } from './keys/with-keys.ts'
import type { SharedStore } from './shared/shared-store.ts'
import type { EditorAccess } from './tools/editor-access.ts'

/** What only this interface can provide: an editor's models by provider name, and its tools. */
export type HostProvided = {
  readonly models?: { readonly [provider: string]: Model }
  readonly tools?: readonly Tool[]
}

/** Where sessions are stored. */
export type ProgramStore = Pick<LocalStore, 'blobs' | 'trash'> & {
  readonly webhooks: WebhookState
  readonly log: EventLog
  readonly ownership: Ownership
  readonly work: Work
  /** Notices for the user about opening the store. */
  readonly notices: readonly string[]
  /** The log of a data folder, which can be checked and repaired. Not set if sessions are shared. */
  readonly local?: SqliteEventLog
  /** What is added if sessions are shared with other processes. Not set if they are in a data folder. */
  readonly shared?: SharedStore
  close(): Promise<void>
}

/** A newer version: what was found, and how this copy is updated. */
export type FoundVersion = { readonly found: string; readonly way: string }

/** The program behind every interface. Everything heavy is opened on first use. */
export type Program = {
  /** As it was given, without stored keys. */
  readonly environment: Environment
  /** The API keys that the user stored. */
  keys(): Promise<KeptKeys>
  /** The environment with these keys, for model calls. A keychain may have to be unlocked for it. */
  withKeys(): Promise<Unlocked>
  /** The same for a preview: each stored key is replaced by a placeholder, so nothing has to be unlocked. */
  withStandIns(): Promise<Environment>
  /** The data folder. */
  readonly home: string
  readonly workspace: string
  /** Version of the app that opened it. */
  readonly version: string
  readonly provided: HostProvided
  /** Asks the network for a newer version. Only called if the user has set `updates`. */
  newer?(): Promise<FoundVersion | undefined>
  /** What optional packages add. */
  readonly extensions: Extensions<ProgramParts>
  /** The same program in another workspace. Its settings, trust, agents and teams are read again. */
  at(workspace: string): Program
  /**
   * The folders of the space that this program is bound to. Not set if it is the user's own program, which may use any
   * folder.
   */
  readonly folders?: {
    list(): readonly string[]
    refuse(path: string): Refusal | undefined
    /** The repositories that it may clone: an address, or one that ends with `/` for everything below it. */
    repositories(): readonly { readonly url: string; readonly push: boolean }[]
    /** Whether a workspace names a repository and not a folder. */
    isRepository(workspace: string): boolean
    /** The program in a copy of a repository, `git:URL@COMMIT`. Sessions that it starts work in clones of it. */
    at(wish: { readonly repository: string; readonly recent?: boolean }): Promise<Result<Program>>
  }
  /** The repository that this workspace is a preview copy of. Sessions name it instead of the folder. */
  readonly repository?: string
  now(): number
  /** The settings in force, and the problems in their files. */
  settings(): Promise<SettingsReading>
  /** Whether the user trusts the workspace's files. */
  trust(): Promise<TrustStore>
  /** The tools of a workspace. Default: this one. Loaded when a run starts, or a call needs them. */
  tools(workspace?: string): Promise<Toolbox>
  /** Lends something that belongs to this process's client to the agents in this workspace. */
  lend(lent: EditorAccess): void
  agents(): Promise<AgentRegistry>
  teams(): Promise<TeamRegistry>
  store(): Promise<ProgramStore>
  engine(): Promise<Engine>
  /** Runs checks outside of a run, such as on merged files. */
  readonly checks: Checks
  /** Every available model, called directly: no run, no log. */
  model(): Promise<Model>
  /** How many model calls are in progress in this process. */
  calls(): Promise<number>
  ids(): Promise<Ids>
  telemetry(): Promise<FlushingTelemetry>
}
