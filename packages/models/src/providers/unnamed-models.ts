import type { Environment } from '@convene/platform'
import { type Connection, connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { kindOf, type ProviderType, providerTypes } from './provider-kinds.ts'

/** Providers that are usable once the user names a model. */
export function unnamedProviders(configuration: ModelConfiguration, environment: Environment): readonly Connection[] {
  const own = Object.keys(configuration.providers ?? {})
  const keyed = providerTypes.filter((type) => !isOnlyHere(type))
  return [...new Set([...own, ...keyed])]
    .map((name) => connectionOf(name, configuration, environment))
    .filter(isConnection)
}

/** Servers on this machine are discovered and need no settings. */
const isOnlyHere = (type: ProviderType): boolean => Boolean(kindOf(type).local || kindOf(type).needsAddress)

/** What to do about a provider without a model name. */
export function howToName({ name, label, baseURL, keySource, apiKey }: Connection): string {
  const because = apiKey ? ` (${keySource} is set)` : ''
  const where = baseURL ? ` at ${baseURL}` : ''
  return `${label}${where} is connected${because}, but no model is selected. Choose one with --model ${name}/<name>, or set "model" in the settings to keep it.`
}
