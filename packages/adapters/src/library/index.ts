export { agentText } from '../agents/agent-text.ts'
export { type AgentReading, readAgent } from '../agents/read-agent.ts'
export { type AgentFileReading, type AgentFormat, formatOf, readAgentFile } from '../agents/read-agent-file.ts'
export { type AgentPlace, agentFolder, deleteAgent, saveAgent } from '../agents/save-agent.ts'
export { safeSlug } from '../squad/member-names.ts'
export type { SquadTeam } from '../squad/plan-squad.ts'
export { readSquad, type SquadOptions, usualLengths } from '../squad/read-squad.ts'
export { findSquad } from '../squad/squad-folder.ts'
export { type SquadWritten, writeSquad } from '../squad/write-squad.ts'
export { type DescribedMember, type DescribedTeam, describeTeam, type TeamWarning } from '../teams/describe-team.ts'
export { type Choices, type Diagnosis, diagnoseTeam } from '../teams/diagnose-team.ts'
export { readTeam, type TeamReading } from '../teams/read-team.ts'
export { deleteTeam, saveTeam, type TeamPlace, type TeamToSave, teamFolder } from '../teams/save-team.ts'
export { selfContained } from '../teams/self-contained.ts'
export { type Suggestion, suggestTeams } from '../teams/suggest-teams.ts'
export {
  type ListedTeam,
  readTeamFile,
  type TeamRegistry,
  type TeamSource,
  teamRegistry,
} from '../teams/team-registry.ts'
export { teamText } from '../teams/team-text.ts'
