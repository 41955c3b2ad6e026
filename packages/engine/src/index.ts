export { createEngine } from './create-engine.ts'
export type { Engine, EngineFeed, Resumption } from './engine.ts'
export { circuitOpen, FAILURES_TO_OPEN, isProviderFault, OPEN_MS, providerOf } from './model/circuit-breaker.ts'
export type { AbortController, AbortSignal } from './platform.ts'
export { type BlobPlace, type Blobs, isHash } from './ports/blobs.ts'
export type { Budgets, PlannedCall } from './ports/budgets.ts'
export type { Checked, CheckRequest, Checks } from './ports/checks.ts'
export type { CalledModel, CircuitBreakers } from './ports/circuits.ts'
export type { Clock } from './ports/clock.ts'
export {
  type EventLog,
  isLasting,
  isNewer,
  type ListedSession,
  LogConflict,
  type Ring,
  type SessionPlace,
  type SessionQuery,
  type SessionRow,
  type SessionSort,
  type Snapshot,
  StorageFailure,
} from './ports/event-log.ts'
export type { EvidencePort } from './ports/evidence.ts'
export type { Files } from './ports/files.ts'
export type { Ids } from './ports/ids.ts'
export type { KeyPlace, Keyring } from './ports/keyring.ts'
export type { FailureCode, Model, ModelFailure, ModelPart, ModelResponse } from './ports/model.ts'
export type { Lease, Ownership } from './ports/ownership.ts'
export type { Ports } from './ports/ports.ts'
export type { Processes, ProcessMark } from './ports/processes.ts'
export { refuseUnreadable } from './ports/refuse-unreadable.ts'
export { silentTelemetry, type Telemetry } from './ports/telemetry.ts'
export type { LiveText, TextElsewhere, TextPiece } from './ports/text-elsewhere.ts'
export type { ToolHost, ToolOutput, ToolRequest } from './ports/tools.ts'
export type { Trash, TrashEntry } from './ports/trash.ts'
export { NEVER_FORGOTTEN, type WebhookState } from './ports/webhook-state.ts'
export type { Work } from './ports/work.ts'
export type { Captured, CaptureRequest, Workspace } from './ports/workspace.ts'
export { rowOf } from './session/list-row.ts'
export { load } from './session/load.ts'
export { firstSealed, type LogPart, publicEvents, readPublic } from './session/public-events.ts'
export { isAtRest } from './session/reaction.ts'
