import type { AgentOptions, Confining } from '@convene/host'
import type { KnownAgent } from '@convene/models'
import { safeEnvironment } from '@convene/platform'
import { ownVariables } from '../known/find-agents.ts'
import { type AgentProcess, startAgent } from './agent-process.ts'

/** Starts an agent's program with the variables that it may see, in the sandbox if there is one. */
export async function begin(
  options: Pick<AgentOptions, 'environment' | 'version' | 'confine' | 'needsSandbox' | 'launch'>,
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
