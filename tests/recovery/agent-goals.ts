import { deed } from '@convene/testkit'

/** A goal for an agent that says something, asks, and says more. */
export const asking = [
  'Do it.',
  deed({ do: 'say', text: 'Before.' }),
  deed({ do: 'ask', kind: 'execute', title: 'Run the tests', input: { command: 'npm test' } }),
  deed({ do: 'say', text: 'After.' }),
].join('\n')

/** A goal for an agent that delegates a job to each of these subagents at once, and waits for their reports. */
export const handingOn = (...agents: readonly string[]): string => {
  const calls = agents.map((agentName) => ({ tool: 'task', input: { agentName, prompt: 'Look.' } }))
  return `Do it.\n${deed({ do: 'team', calls })}`
}
