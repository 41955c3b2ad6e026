import type { AgentCard, AgentSkill } from '@a2a-js/sdk'
import { modes } from '@convene/domain'
import { describedTeams, type Program } from '@convene/host'
import { A2A_PATH } from '@convene/server'

const TEXT = ['text/plain']
/** The prefix of team ids, so that none is mistaken for a mode. */
export const TEAM_SKILL = 'team-'

/** Describes us to clients with the token: each mode and team is a skill. */
export async function agentCard(program: Program, origin: string): Promise<AgentCard> {
  const teams = await describedTeams(program)
  return {
    name: 'Convene',
    description: 'Puts a team of AI agents on a question or job in one workspace. Teams read files and change nothing.',
    version: program.version,
    supportedInterfaces: [
      { url: `${origin}${A2A_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
    ],
    provider: undefined,
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions: [] },
    securitySchemes: {
      token: {
        scheme: {
          $case: 'httpAuthSecurityScheme',
          value: { scheme: 'Bearer', bearerFormat: '', description: 'What `convene mcp --http` prints.' },
        },
      },
    },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
    defaultInputModes: TEXT,
    defaultOutputModes: TEXT,
    skills: [
      ...Object.values(modes).map(({ name, summary }) => skill(name, `Mode ${name}`, summary)),
      ...teams.map(({ slug, name, description }) => skill(`${TEAM_SKILL}${slug}`, name, description)),
    ],
    signatures: [],
  }
}

const skill = (id: string, name: string, description: string): AgentSkill => ({
  ...{ id, name, description, tags: ['team'], examples: [] },
  ...{ inputModes: TEXT, outputModes: TEXT, securityRequirements: [] },
})
