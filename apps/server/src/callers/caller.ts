import type { Refusal, Result } from '@convene/domain'
import type { AgentBudget } from '@convene/host'
import type { RouteName } from '@convene/protocol'

/** A call that succeeded. */
export type AnsweredCall = { readonly name: RouteName; readonly given: unknown; readonly answer: unknown }

/**
 * One of several people who share a server. The package that lets them in decides what they may do, and
 * binds the program of their calls to what they may reach.
 */
export type Caller = {
  readonly id: string
  /** What their programs may spend here. */
  readonly budget: AgentBudget
  /** Whether their role allows this at all. */
  may(action: string): boolean
  /** Why they may not do this now, if so. `session`: the one that the path names. */
  refuse(action: string, session?: string): Promise<Refusal | undefined>
  /** Whether a request still belongs to the same person with the same rights. */
  isStill(request: Request): Promise<boolean>
  /** Counts a stream until the returned function is called. */
  openStream(): Result<() => void>
  /** Records what a call has changed. If that fails, so does the call: nobody changes the server without a trace. */
  audit(call: AnsweredCall): Promise<void>
}
