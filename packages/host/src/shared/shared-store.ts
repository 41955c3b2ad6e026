import type { SessionId } from '@convene/domain'
import type { Budgets, Checks, CircuitBreakers, Model, TextElsewhere, ToolHost, Workspace } from '@convene/engine'
import type { FolderBounds, ToolboxOptions } from '@convene/tools'
import type { Unlocked } from '../keys/with-keys.ts'

/** The ports through which an engine reaches folders. */
export type FolderPorts = {
  readonly model: Model
  readonly tools: ToolHost
  readonly workspace: Workspace
  readonly checks: Checks
}

/** What a store adds if several processes and people share its sessions. */
export type SharedStore = {
  /** Live text of sessions that other processes work on. */
  readonly elsewhere: TextElsewhere
  readonly budgets: Budgets
  readonly circuits: CircuitBreakers
  readonly outputs: NonNullable<ToolboxOptions['outputs']>
  /** The keys of a session's space, over the server's own. */
  withKeysOf(session: SessionId, own: Unlocked): Promise<Unlocked>
  /** Records in which space a session will be created. */
  place(session: SessionId, space: string): void
  /** The machine that a session waits for. Undefined if it waits for none. */
  absentHostOf(session: SessionId): Promise<string | undefined>
  /** What a session's tools see of this machine's disk. */
  boundsOf(session: SessionId): Promise<FolderBounds>
  /** The ports for sessions that must stay in their own folders. */
  inOwnFolders(ports: FolderPorts): FolderPorts
  /** Finishes what other machines need from this one. Called before the store is closed. */
  finish(): Promise<void>
}
