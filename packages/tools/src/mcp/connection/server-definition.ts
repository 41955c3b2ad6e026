import type { McpServerSetting } from '@convene/library'

/** A server: a program to start, or an address. */
export type ServerDefinition = Readonly<McpServerSetting>

/** Limits on time, size and restarts. */
export type McpLimits = {
  readonly connectMs: number
  readonly probeMs: number
  /** Without an answer or progress. */
  readonly callMs: number
  /** In total, no matter how much progress is reported. */
  readonly longestCallMs: number
  readonly pingMs: number
  /** How long a stopping server has to notice closed input, and then SIGTERM. */
  readonly graceMs: number
  readonly maxReplyBytes: number
  readonly maxLogBytes: number
  readonly maxTools: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  readonly restarts: number
  /** A connection that lasted this long resets the restart count. */
  readonly stableMs: number
}

export const mcpLimits: McpLimits = {
  connectMs: 30_000,
  probeMs: 8_000,
  callMs: 60_000,
  longestCallMs: 170_000,
  pingMs: 5_000,
  graceMs: 500,
  maxReplyBytes: 10_000_000,
  maxLogBytes: 64_000,
  maxTools: 200,
  firstWaitMs: 1_000,
  longestWaitMs: 30_000,
  restarts: 5,
  stableMs: 60_000,
}
