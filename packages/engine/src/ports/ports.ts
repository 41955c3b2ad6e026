import type { AbortController } from '../platform.ts'
import type { Budgets } from './budgets.ts'
import type { Checks } from './checks.ts'
import type { CircuitBreakers } from './circuits.ts'
import type { Clock } from './clock.ts'
import type { EventLog } from './event-log.ts'
import type { EvidencePort } from './evidence.ts'
import type { Model } from './model.ts'
import type { Ownership } from './ownership.ts'
import type { Telemetry } from './telemetry.ts'
import type { TextElsewhere } from './text-elsewhere.ts'
import type { ToolHost } from './tools.ts'
import type { Workspace } from './workspace.ts'

/** All external dependencies, provided by the app that wires the engine. */
export type Ports = {
  readonly model: Model
  readonly tools: ToolHost
  readonly log: EventLog
  readonly ownership: Ownership
  /** Without it, followers see live text only if its session runs in this process. */
  readonly elsewhere?: TextElsewhere
  /** Without it, only run limits apply. */
  readonly budgets?: Budgets
  /** Without it, each process tracks on its own which providers are down. */
  readonly circuits?: CircuitBreakers
  readonly clock: Clock
  readonly telemetry: Telemetry
  /** Without it, workspaces have no commits, and no agent works in a worktree. */
  readonly workspace?: Workspace
  /** Without it, no check is run, and so none passes. */
  readonly checks?: Checks
  /** Without it, nothing in a session can be proven. */
  readonly evidence?: EvidencePort
  readonly abortController: () => AbortController
}
