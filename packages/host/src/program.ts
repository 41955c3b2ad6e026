import type { Refusal, Result } from '@convene/domain'
import type { Engine, EventLog, Ids, Model, Ownership, WebhookState, Work } from '@convene/engine'
import type { AgentRegistry, SettingsReading, TeamRegistry, Trust } from '@convene/library'
import type { Environment, FlushingTelemetry, KeptKeys } from '@convene/platform'
import type { PostgresStore } from '@convene/postgres'
import type { Store as LocalStore, SqliteEventLog } from '@convene/store'
import type { Tool, Toolbox } from '@convene/tools'
import type { Unlocked } from './keys/with-keys.ts'
import type { LookWish } from './spaces/look-at.ts'
import type { AllowedRepository } from './spaces/repositories.ts'
import type { Lent } from './tools/lent.ts'

/** What a door brings along that only it has: an editor's models by the name of their provider, and its tools. */
export type HostProvided = {
  readonly models?: { readonly [provider: string]: Model }
  readonly tools?: readonly Tool[]
}

/** Where sessions are stored. */
export type Store = Pick<LocalStore, 'blobs' | 'trash'> & {
  readonly webhooks: WebhookState
  readonly log: EventLog
  readonly ownership: Ownership
  readonly work: Work
  /** Notices for the user about opening the store. */
  readonly notices: readonly string[]
  /** The log of a data folder, which can be checked and repaired. Not set if sessions are in Postgres. */
  readonly local?: SqliteEventLog
  /** Sessions in Postgres, shared with other processes. Not set if they are in a data folder. */
  readonly team?: PostgresStore
  close(): Promise<void>
}

/** The program behind every door. Everything heavy is opened the first time it is asked for. */
export type Program = {
  /** As it was given; keys that are kept are not in it. */
  readonly environment: Environment
  /** The API keys that the user stored. */
  keys(): Promise<KeptKeys>
  /** The environment with these keys, for calls to models. A keychain may have to be unlocked for it. */
  withKeys(): Promise<Unlocked>
  /** The same for looking only: each kept key is stood in for, so that nothing has to be unlocked. */
  withStandIns(): Promise<Environment>
  /** The data folder. */
  readonly home: string
  readonly workspace: string
  /** Of the app that opened it. */
  readonly version: string
  readonly provided: HostProvided
  /** The same program in another workspace. Its settings, trust, agents and teams are read afresh. */
  at(workspace: string): Program
  /** The folders of the space that this program is bound to. Not set: it is the user's own, who has all of them. */
  readonly folders?: {
    list(): readonly string[]
    refuse(path: string): Refusal | undefined
    /** The repositories that it may clone. */
    repositories(): readonly AllowedRepository[]
    /** The program in a copy of a repository, `git:URL@COMMIT`. Sessions that it starts work in clones of it. */
    at(wish: LookWish): Promise<Result<Program>>
  }
  /** The repository that this workspace is a copy of, to look at. Sessions name it in place of the folder. */
  readonly repository?: string
  now(): number
  /** The settings in force, with what is wrong in their files. */
  settings(): Promise<SettingsReading>
  /** Whether the user trusts what the workspace would decide. */
  trust(): Promise<Trust>
  /** The tools of a workspace, this one if none is named. Loaded when a run starts, or a call needs them. */
  tools(workspace?: string): Promise<Toolbox>
  /** Lends something of the client of this process to the agents that work in this workspace. */
  lend(lent: Lent): void
  agents(): Promise<AgentRegistry>
  teams(): Promise<TeamRegistry>
  store(): Promise<Store>
  engine(): Promise<Engine>
  /** Every model there is, asked directly: no run, no log. */
  model(): Promise<Model>
  /** How many model calls are in progress in this process. */
  calls(): Promise<number>
  ids(): Promise<Ids>
  telemetry(): Promise<FlushingTelemetry>
}
