import type { DoctorCheck } from '@convene/host'
import { codingAgents, testCodingAgent } from '@convene/host'
import type { CliProgram } from '../program.ts'

/**
 * Starts each installed coding agent to see whether it answers, and in which version. Some only report later that
 * nobody is signed in.
 */
export async function checkCodingAgents(program: CliProgram): Promise<readonly DoctorCheck[]> {
  const agents = (await codingAgents(program)).filter(({ missing }) => missing.length === 0)
  return Promise.all(
    agents.map(async (agent): Promise<DoctorCheck> => {
      const { version, problem } = await testCodingAgent(program, agent)
      const found = `acp/${agent.name}: ${[agent.label, version].filter(Boolean).join(' ')}`
      const what = 'coding agent'
      if (problem === undefined) return { state: 'good', what, found: `${found}, opens a session` }
      return { state: 'note', what, found, fix: problem }
    }),
  )
}
