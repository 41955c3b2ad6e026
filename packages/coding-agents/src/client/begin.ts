import { safeEnvironment } from '@convene/platform'
import type { KnownAgent } from './acp-agent.ts'
import type { AcpOptions, Confining } from './acp-options.ts'
import { type AgentProcess, startAgent } from './agent-process.ts'
import { ownVariables } from './find-agents.ts'

/** Starts an agent's program with the variables that it may see, in the sandbox if there is one. */
export async function begin(
  options: Pick<AcpOptions, 'environment' | 'version' | 'confine' | 'needsSandbox' | 'launch'>,
  agent: KnownAgent & { readonly program: string },
  to: Omit<Confining, 'agent'>,
  signal?: AbortSignal,
): Promise<AgentProcess> {
  const { environment, version, confine, launch } = options
  const env = { ...safeEnvironment(environment), ...ownVariables(agent, environment) }
  const plain = { command: agent.program, args: agent.args, cwd: to.directory, env }
  const program = (agent.sandbox || options.needsSandbox) && confine ? await confine(plain, { agent, ...to }) : plain
  return startAgent({ agent, program, version, ...(launch && { launch }), ...(signal && { signal }) })
}
