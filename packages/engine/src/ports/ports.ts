import type { AbortController } from '../platform.ts'
import type { Clock } from './clock.ts'
import type { EventLog } from './event-log.ts'
import type { Model } from './model.ts'
import type { Ownership } from './ownership.ts'
import type { Telemetry } from './telemetry.ts'
import type { ToolHost } from './tools.ts'
import type { Workspace } from './workspace.ts'

/** Everything outside, handed in by whoever wires. */
export type Ports = {
  readonly model: Model
  readonly tools: ToolHost
  readonly log: EventLog
  readonly ownership: Ownership
  readonly clock: Clock
  readonly telemetry: Telemetry
  /** Where there is none, workspaces have no commits, and nobody works in a worktree. */
  readonly workspace?: Workspace
  readonly abortController: () => AbortController
}
