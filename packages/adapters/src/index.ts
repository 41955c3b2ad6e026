export { type AgentRegistry, agentRegistry, type ListedAgent } from './agents/agent-registry.ts'
export { agentText } from './agents/agent-text.ts'
export { type AgentReading, readAgent } from './agents/read-agent.ts'
export { type AgentFileReading, type AgentFormat, formatOf, readAgentFile } from './agents/read-agent-file.ts'
export { readAgentsMd } from './agents/read-agents-md.ts'
export { type AgentPlace, agentFolder, deleteAgent, saveAgent } from './agents/save-agent.ts'
export { systemClock } from './clock/system-clock.ts'
export { type WrittenDecision, writeDecision } from './decisions/write-decision.ts'
export { disposeSession, type Estate } from './disposal/dispose-session.ts'
export { listTrash, restoreSession, type Trashed } from './disposal/restore-session.ts'
export { type Sweep, type SweepOptions, startSweep } from './disposal/sweep.ts'
export { openStore, type Store, type StoreOptions } from './event-log/open-store.ts'
export { type SqliteEventLog, type SqliteEventLogOptions, sqliteEventLog } from './event-log/sqlite-event-log.ts'
export { nodeFiles } from './files/node-files.ts'
export { addWorkingTree, branchOf, type WorkingTree, workingTrees } from './git/working-trees.ts'
export { ulids } from './ids/ulids.ts'
export { type ImageFiles, imageFiles } from './images/image-files.ts'
export { type DefaultModel, defaultModel, howToConnect } from './models/default-model.ts'
export { discoverLocal, type LocalServer } from './models/discover-local.ts'
export {
  type ListedModel,
  type ListedProvider,
  type ModelCatalog,
  modelCatalog,
  modelInfo,
} from './models/model-catalog.ts'
export type { Environment, ModelConfiguration, ProviderSettings } from './models/model-configuration.ts'
export { providerKinds } from './models/provider-kinds.ts'
export { type ProviderModelOptions, providerModels } from './models/provider-models.ts'
export { type SqliteOwnership, type SqliteOwnershipOptions, sqliteOwnership } from './ownership/sqlite-ownership.ts'
export { defaultRules, withDefaults } from './permissions/default-rules.ts'
export { nodeProcesses } from './processes/node-processes.ts'
export { type RehearsalOptions, rehearsalModel } from './rehearsal/rehearsal-model.ts'
export { capLimits } from './settings/heed-workspace.ts'
export { digestOf, readSettings, type SettingsReading, type SettingsSource } from './settings/read-settings.ts'
export { type SaveRequest, type SettingsChange, saveSettings } from './settings/save-settings.ts'
export { defaultSettings, type Settings } from './settings/settings.ts'
export { hasErrors, type Problem, problemText } from './source-file/problem.ts'
export { safeSlug } from './squad/member-names.ts'
export type { SquadTeam } from './squad/plan-squad.ts'
export { readSquad, type SquadOptions, usualLengths } from './squad/read-squad.ts'
export { findSquad } from './squad/squad-folder.ts'
export { type SquadWritten, writeSquad } from './squad/write-squad.ts'
export { type DescribedMember, type DescribedTeam, describeTeam, type TeamWarning } from './teams/describe-team.ts'
export { type Choices, type Diagnosis, diagnoseTeam } from './teams/diagnose-team.ts'
export { type GatherRequest, gatherTeam } from './teams/gather-team.ts'
export { readTeam, type TeamReading } from './teams/read-team.ts'
export { deleteTeam, saveTeam, type TeamPlace, type TeamToSave, teamFolder } from './teams/save-team.ts'
export { selfContained } from './teams/self-contained.ts'
export { type Suggestion, suggestTeams } from './teams/suggest-teams.ts'
export {
  type ListedTeam,
  readTeamFile,
  type TeamRegistry,
  type TeamSource,
  teamRegistry,
} from './teams/team-registry.ts'
export { teamText } from './teams/team-text.ts'
export { type FlushingTelemetry, fileLog } from './telemetry/file-log.ts'
export { telemetryFor } from './telemetry/telemetry-for.ts'
export { grantTrust, type Trust, trustOf } from './trust/trust-store.ts'
export type { DecidingFile } from './trust/workspace-files.ts'
