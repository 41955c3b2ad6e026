import type { ModelRequest, Result } from '@convene/domain'
import type { Model } from '@convene/engine'
import type { AcpAgents, FoundAgent, KnownAgent } from '@convene/models'
import type { Environment, GuardedChild, GuardedChildOptions } from '@convene/platform'

/** How coding agents take a seat. */
export type CodingAgents = {
  /** The known ones and those that the settings name. Starts none of them. */
  find(agents: AcpAgents, environment: Environment): readonly FoundAgent[]
  /** These agents as models, `acp/<name>`: programs that end with this one. */
  models(options: AgentOptions): Promise<AgentModels>
  /** Starts one, opens a session and ends it again. Read-only, in this folder. */
  test(agent: FoundAgent, directory: string, options: AgentTestOptions): Promise<AgentTrial>
}

/** Where an agent runs, and what it may write there. */
export type Confining = {
  readonly agent: KnownAgent
  readonly directory: string
  readonly workspace: string
  readonly mayChange: boolean
}

/** How coding agents start. */
export type AgentOptions = {
  /** The agents in a workspace's settings. */
  agents(workspace: string): Promise<AcpAgents>
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

export type AgentTestOptions = Pick<AgentOptions, 'environment' | 'version' | 'confine'>

export type AgentModels = Model & { close(): Promise<void> }

/** What an agent reports about itself when started, or why it cannot be used. Calls no model. */
export type AgentTrial = { readonly version: string; readonly problem?: string }
