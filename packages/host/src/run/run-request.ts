import type { ForkChange, Json, LimitSettings, Reasoning, Run, StartedBy } from '@convene/domain'

/** What the user requests for a run. Anything omitted comes from the team, then the settings. */
export type RunRequest = {
  /** A team by name, or a team file. */
  readonly team?: string | undefined
  /** `auto`: the goal chooses mode and team. */
  readonly mode?: string | undefined
  /** Only read to choose mode and team. */
  readonly goal?: string | undefined
  /** For every agent without its own model. */
  readonly model?: string | undefined
  /** How much models think, for agents that do not set it. */
  readonly reasoning?: Reasoning | undefined
  readonly agents?: readonly string[]
  readonly limits?: LimitSettings
  /** Rules for this session, such as `bash:git *`. */
  readonly allow?: readonly string[]
  /** Approves the gates in advance. */
  readonly yes?: boolean
  /** Answers to the questions at the start of a run, in order. */
  readonly answers?: readonly string[]
  /** Agents get only tools that change nothing, no matter what the rules allow. */
  readonly readOnly?: boolean
  /** Who requests it. Default: the user. */
  readonly startedBy?: StartedBy
  /** The span of the traced program that requests it, as `traceparent`. Default: the environment's. */
  readonly trace?: string | undefined
  /** Whether the user can be asked. */
  readonly interactive: boolean
  /** The user can only be asked for permissions: nothing passes questions on to them. */
  readonly asksNothingElse?: boolean
  /** Mode settings, which override the team's. */
  readonly settings?: { readonly [key: string]: Json }
  /**
   * Where relative paths of team files are looked up. Only for entry points on the user's own machine: without it, no
   * file can be named, and a request from elsewhere learns nothing about this disk.
   */
  readonly directory?: string | undefined
  /** The last run of the session that this one is in: what is not set here stays as it was there. */
  readonly after?: Run | null | undefined
  /** With `after`: the one thing that differs this time. */
  readonly change?: ForkChange | undefined
  /** Seed for random choices, such as which model of the pool gets which seat: the same number seats the same team. */
  readonly seed?: number | undefined
  /** Nothing will be started, so no keychain is opened. */
  readonly onlyLook?: boolean
}
