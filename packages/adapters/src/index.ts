export { type AgentRegistry, agentRegistry, type ListedAgent } from './agents/agent-registry.ts'
export { readAgentsMd } from './agents/read-agents-md.ts'
export { systemClock } from './clock/system-clock.ts'
export { type WrittenDecision, writeDecision } from './decisions/write-decision.ts'
export { openStore, type Store, type StoreOptions } from './event-log/open-store.ts'
export { type SqliteEventLog, type SqliteEventLogOptions, sqliteEventLog } from './event-log/sqlite-event-log.ts'
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
export { type GatherRequest, gatherTeam } from './teams/gather-team.ts'
export { type FlushingTelemetry, fileLog } from './telemetry/file-log.ts'
export { telemetryFor } from './telemetry/telemetry-for.ts'
export { grantTrust, type Trust, trustOf } from './trust/trust-store.ts'
export type { DecidingFile } from './trust/workspace-files.ts'
