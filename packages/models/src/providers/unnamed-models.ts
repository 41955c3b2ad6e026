import type { Environment } from '@convene/platform'
import { connectionOf, isConnection, type ProviderConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { type ProviderType, providerKindOf, providerTypes } from './provider-kinds.ts'

/** Providers that are usable once the user names a model. */
export function unnamedProviders(
  configuration: ModelConfiguration,
  environment: Environment,
): readonly ProviderConnection[] {
  const own = Object.keys(configuration.providers ?? {})
  const keyed = providerTypes.filter((type) => !isOnlyHere(type))
  return [...new Set([...own, ...keyed])]
    .map((name) => connectionOf(name, configuration, environment))
    .filter(isConnection)
}

/** Servers on this machine are discovered and need no settings. */
const isOnlyHere = (type: ProviderType): boolean =>
  Boolean(providerKindOf(type).local || providerKindOf(type).needsAddress)

/** What to do about a provider without a model name. */
export function howToName({ name, label, baseURL, keySource, apiKey }: ProviderConnection): string {
  const because = apiKey ? ` (${keySource} is set)` : ''
  const where = baseURL ? ` at ${baseURL}` : ''
  return `${label}${where} is connected${because}, but no model is selected. Choose one with --model ${name}/<name>, or set "model" in the settings to keep it.`
}
