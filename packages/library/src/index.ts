export { type AgentRegistry, agentRegistry, type ListedAgent } from './agents/agent-registry.ts'
export { agentText } from './agents/agent-text.ts'
export { agentFormatOf, formatNamed, formatNames } from './agents/formats/formats.ts'
export { type AgentReading, readAgent } from './agents/read-agent.ts'
export { type AgentFileReading, readAgentFile, readOpenForkFile } from './agents/read-agent-file.ts'
export { readAgentsMd } from './agents/read-agents-md.ts'
export { readFrontMatter, readYaml } from './agents/read-front-matter.ts'
export { type AgentPlace, agentFolder, deleteAgent, saveAgent } from './agents/save-agent.ts'
export { type WrittenDecision, writeDecision } from './decisions/write-decision.ts'
export { type ExampleInfo, listExamples, readExample } from './examples/examples.ts'
export { isInsideFolder } from './files/inside-folder.ts'
export { defaultRules, withDefaults } from './permissions/default-rules.ts'
export { checkServer, type McpServerSetting } from './settings/declared/access.ts'
export { publishSchema } from './settings/publish-schema.ts'
export { digestOf, readSettings, type SettingsReading, type SettingsSource } from './settings/read-settings.ts'
export { capLimits } from './settings/restrict-untrusted.ts'
export { type SaveRequest, type SettingsChange, saveSettings } from './settings/save-settings.ts'
export { defaultSettings, type Settings, settingsOfMode } from './settings/settings.ts'
export { SettingsFile } from './settings/settings-file.ts'
export { settingsForm } from './settings/settings-form.ts'
export { findSquad, memberFolders, realFolder } from './squad/squad-folder.ts'
export { type DescribedMember, type DescribedTeam, describeTeam, type TeamWarning } from './teams/describe-team.ts'
export { type Choices, type Diagnosis, diagnoseTeam } from './teams/diagnose-team.ts'
export { type GatherRequest, gatherTeam } from './teams/gather-team.ts'
export { type PresetsReading, readPresets } from './teams/read-presets.ts'
export { readTeam, type TeamReading } from './teams/read-team.ts'
export { safeSlug } from './teams/safe-slug.ts'
export { deleteTeam, saveTeam, type TeamPlace, type TeamToSave, teamFolder } from './teams/save-team.ts'
export { selfContained } from './teams/self-contained.ts'
export { suggestTeams, type TeamSuggestion } from './teams/suggest-teams.ts'
export type { MemberToWrite, TeamFormat, TeamFormatOptions, TeamToWrite, TeamWritten } from './teams/team-format.ts'
export {
  type ListedTeam,
  readTeamFile,
  type TeamRegistry,
  type TeamSource,
  teamRegistry,
} from './teams/team-registry.ts'
export { teamFileText } from './teams/team-text.ts'
export { mayBeLoaded } from './trust/loaded-files.ts'
export {
  agentTrustOf,
  grantTrust,
  nothingToTrust,
  type TrustGrant,
  type TrustStore,
  trustOf,
} from './trust/trust-store.ts'
export { untrackedIn } from './trust/untracked.ts'
export { type DecidingFile, decidingText } from './trust/workspace-files.ts'
