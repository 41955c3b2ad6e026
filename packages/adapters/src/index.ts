export { systemClock } from './clock/system-clock.ts'
export { ulids } from './ids/ulids.ts'
export type { Environment, ModelConfiguration, ProviderSettings } from './models/model-configuration.ts'
export { type ProviderModelOptions, providerModels } from './models/provider-models.ts'
