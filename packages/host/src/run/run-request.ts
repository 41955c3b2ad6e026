import type { ForkChange, RunRequest as Options, Run, StartedBy, Team } from '@convene/domain'
import type { ChosenApproach } from '@convene/reading'

/** What a run is asked to be, and where it is asked for. Anything omitted comes from the team, then the settings. */
export type HostRunRequest = Omit<Options, 'interactive'> & {
  /** Only read to choose mode and team. */
  readonly goal?: string | undefined
  /** Who requests it. Default: the user. */
  readonly startedBy?: StartedBy
  /** The span of the traced program that requests it, as `traceparent`. Default: the environment's. */
  readonly trace?: string | undefined
  /** Whether the user can be asked. */
  readonly interactive: boolean
  /** The user can only be asked for permissions: nothing passes questions on to them. */
  readonly asksNothingElse?: boolean
  /**
   * Where relative paths of team files are looked up. Only for entry points on the user's own machine: without it, no
   * file can be named, and a request from elsewhere learns nothing about this disk.
   */
  readonly directory?: string | undefined
  /** The last run of the session that this one is in: what is not set here stays as it was there. */
  readonly after?: Run | null | undefined
  /** With `after`: the one thing that differs this time. */
  readonly change?: ForkChange | undefined
  /** Nothing will be started, so no keychain is opened. */
  readonly onlyLook?: boolean
}

/** A request in which everything is chosen that chooses the team, and what chose it. */
export type ContinuedChoice = {
  readonly request: HostRunRequest
  /** The team as the session's last run seated it, unless another one is named. */
  readonly seatedBefore?: Team
  /** The models that were chosen by default in that run, by seat. */
  readonly kept?: { readonly [slug: string]: string }
  /** What the goal chose, if that was left to it. */
  readonly approach?: ChosenApproach
  /** The settings chose mode and team. */
  readonly bySettings?: true
}
