import type { Environment } from '@convene/platform'
import { connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { rehearsal } from './model-facts.ts'
import { type ProviderType, providerKindOf, providerTypes } from './provider-kinds.ts'
import { howToName, unnamedProviders } from './unnamed-models.ts'

/** The model for agents without their own, and the reason as a sentence for users. */
export type DefaultModel = {
  readonly model: string
  readonly source: 'settings' | 'environment' | 'none'
  readonly reason: string
  /** If no model is available: how to get one, in a sentence or two. */
  readonly advice?: string
}

/** The model in the settings, or else the default of the first provider with a key, or else the offline model. */
export function defaultModel(configuration: ModelConfiguration, environment: Environment): DefaultModel {
  const { model } = configuration
  if (model) return { model, source: 'settings', reason: `${model}, from the settings.` }
  for (const name of providerTypes) {
    const chosen = usualModel(name, configuration, environment)
    if (chosen) return chosen
  }
  const [unnamed] = unnamedProviders(configuration, environment)
  if (unnamed) return none(howToName(unnamed), howToName(unnamed))
  return none(
    `no model is connected. ${howToConnect}.`,
    `No model is connected. ${howToConnect}; \`convene models\` lists all.`,
  )
}

/** The default model of each connected provider that has one. */
export const defaultModels = (configuration: ModelConfiguration, environment: Environment): readonly string[] =>
  providerTypes.flatMap((name) => usualModel(name, configuration, environment)?.model ?? [])

const none = (reason: string, advice: string): DefaultModel => ({
  model: rehearsal,
  source: 'none',
  reason: `${rehearsal}: ${reason}`,
  advice,
})

/** Shown to users who have not connected a model yet. */
const howToConnect = `To connect a model, set ${firstKeys()}, or start Ollama and use --model ollama/<name>`

/** Naming every provider's variable would hide the advice. */
function firstKeys(): string {
  const [first, second, third] = providerTypes.flatMap((type) => providerKindOf(type).keyVariable ?? [])
  return `${first}, ${second} or ${third}`
}

function usualModel(
  name: ProviderType,
  configuration: ModelConfiguration,
  environment: Environment,
): DefaultModel | null {
  const { defaultModel: usual, keyVariable, label } = providerKindOf(name)
  if (!usual || !keyVariable) return null
  const connection = connectionOf(name, configuration, environment)
  if (!isConnection(connection) || !connection.apiKey || isElsewhere(connection.baseURL, name)) return null
  const model = `${name}/${usual}`
  return { model, source: 'environment', reason: `${model}, because ${connection.keySource} is set (${label}).` }
}

/** At a custom address, the default model may not exist, so it has to be named. */
const isElsewhere = (baseURL: string | undefined, name: ProviderType): boolean =>
  baseURL !== undefined && baseURL !== providerKindOf(name).baseURL
