import type { ModelRequest, Result } from '@convene/domain'
import type { Environment, GuardedChild, GuardedChildOptions } from '@convene/platform'
import type { AcpAgent, KnownAgent } from './acp-agent.ts'

/** Where an agent runs, and what it may write there. */
export type Confining = {
  readonly agent: KnownAgent
  readonly directory: string
  readonly workspace: string
  readonly mayChange: boolean
}

export type AcpOptions = {
  /** The agents in a workspace's settings. */
  agents(workspace: string): Promise<Readonly<Record<string, AcpAgent>>>
  readonly environment: Environment
  readonly version: string
  /** Makes sure that the folder exists, and that the agent may start in it. */
  enter?(request: ModelRequest, agent: KnownAgent): Promise<Result<string>>
  /** Puts the program into a sandbox, if there is one. */
  confine?(program: GuardedChildOptions, to: Confining): Promise<GuardedChildOptions & { released?(): void }>
  /** Whether agents are put there no matter what their settings say: several people share the machine. */
  readonly needsSandbox?: boolean
  /** Starts a program. Default: as a child process. */
  launch?(program: GuardedChildOptions): GuardedChild
}
