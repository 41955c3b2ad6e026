export { aiSdkModel, aiSdkProblem, isAiSdk } from './ai-sdk/ai-sdk-model.ts'
export { listedNames } from './catalogue/family.ts'
export { fetchCatalogue, PUBLIC_CATALOGUE } from './catalogue/fetch-catalogue.ts'
export { Catalogue } from './catalogue/row.ts'
export {
  ACP,
  AcpAgent,
  type AcpAgents,
  type FoundAgent,
  type FoundAgents,
  type KnownAgent,
} from './coding-agents/coding-agent.ts'
export { type DefaultModel, defaultModel, defaultModels } from './providers/default-model.ts'
export { discoverLocal, type LocalServer } from './providers/discover-local.ts'
export {
  type ListedModel,
  type ListedProvider,
  type ModelCatalog,
  modelCatalog,
} from './providers/model-catalog.ts'
export type { ModelConfiguration, ProviderSettings } from './providers/model-configuration.ts'
export { type ModelFacts, modelFacts, modelInfo } from './providers/model-facts.ts'
export { seesImages } from './providers/pictures.ts'
export { isProviderType, providerKinds, providerTypes } from './providers/provider-kinds.ts'
export { type ProviderModelOptions, providerModels } from './providers/provider-models.ts'
export { serverWindow } from './providers/server-window.ts'
export { responseFormatOf } from './providers/structured.ts'
export { type RehearsalOptions, rehearsalModel } from './rehearsal/rehearsal-model.ts'
export { isLocalAddress } from './transport/loopback.ts'
