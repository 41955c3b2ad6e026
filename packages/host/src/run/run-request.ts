import type { ForkChange, Json, LimitSettings, Reasoning, Run } from '@convene/domain'

/** What the user asks of a run. Anything left out comes from the team, then the settings. */
export type RunRequest = {
  /** A team by its name, or a file of one. */
  readonly team?: string | undefined
  /** `auto`: the goal chooses mode and team. */
  readonly mode?: string | undefined
  /** Read only to choose by. */
  readonly goal?: string | undefined
  /** For every agent without its own. */
  readonly model?: string | undefined
  /** How much models think, for agents that do not set it. */
  readonly reasoning?: Reasoning | undefined
  readonly agents?: readonly string[]
  readonly limits?: LimitSettings
  /** Rules that hold in this session, such as `bash:git *`. */
  readonly allow?: readonly string[]
  /** Approves the gates beforehand. */
  readonly yes?: boolean
  /** Answers to the questions that a run begins with, in order. */
  readonly answers?: readonly string[]
  /** Agents get only tools that change nothing, whatever rules allow. */
  readonly readOnly?: boolean
  /** Another agent asks for it, and not the user. */
  readonly startedOver?: 'mcp'
  /** The span of the traced program that asks for it, as `traceparent`. Default: the environment's. */
  readonly trace?: string | undefined
  /** Whether the user can be asked. */
  readonly interactive: boolean
  /** The user is only asked for permissions: nobody passes questions on to them. */
  readonly asksNothingElse?: boolean
  /** Settings of the mode, over the team's. */
  readonly settings?: { readonly [key: string]: Json }
  /** Where files are looked for that are named by a path. */
  readonly directory?: string
  /** The last run of the session that this one is in: what is not said here stays as it was there. */
  readonly after?: Run | null | undefined
  /** With `after`: the one thing that is different this time. */
  readonly change?: ForkChange | undefined
  /** What chance decides by, such as which model of the pool sits where: the same number seats the same team. */
  readonly seed?: number | undefined
  /** Nothing will be started: no keychain is opened for it. */
  readonly onlyLook?: boolean
}
