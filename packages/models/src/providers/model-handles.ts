import type { Environment } from '@convene/platform'
import type { LanguageModel } from '../language-model/language-model.ts'
import { connectionOf, isConnection, type ProviderConnection, secretsOf, type Unconfigured } from './connection.ts'
import type { CalledProvider } from './failure.ts'
import type { OpenProvider } from './kinds/provider-kind.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { type ModelFacts, modelFacts } from './model-facts.ts'
import { splitName } from './model-name.ts'
import { sees } from './pictures.ts'
import { providerKindOf } from './provider-kinds.ts'

export type OpenModel = () => Promise<{ readonly provider: OpenProvider; readonly model: LanguageModel }>
export type ModelHandle = {
  readonly provider: string
  readonly type: string
  readonly asked: CalledProvider
  readonly open: OpenModel
  readonly sees: boolean
  /** What is known about the model, except for its price, which may change from one day to the next. */
  readonly facts: Omit<ModelFacts, 'price'>
}

/** A handle for each model by name. Providers and models are opened on first use and kept. */
export function modelHandles(
  configuration: ModelConfiguration,
  environment: Environment,
  fetch: typeof globalThis.fetch,
): (name: string) => ModelHandle | Unconfigured {
  const providers = new Map<string, Promise<OpenProvider>>()
  const handles = new Map<string, ModelHandle>()

  const openOnce = (connection: ProviderConnection): Promise<OpenProvider> => {
    const known = providers.get(connection.name)
    if (known) return known
    const context = (model: string) => configuration.models?.[`${connection.name}/${model}`]?.context
    const opening = providerKindOf(connection.type).open({ ...connection, context }, fetch)
    providers.set(connection.name, opening)
    return opening
  }

  return (name) => {
    const known = handles.get(name)
    if (known) return known
    const [providerName, modelName] = splitName(name)
    const connection = connectionOf(providerName, configuration, environment)
    if (!isConnection(connection)) return connection
    const open = openModel(modelName, () => openOnce(connection))
    const asked = askedOf(connection, name)
    const facts = modelFacts(name, configuration)
    const handle = {
      provider: providerName,
      type: connection.type,
      asked,
      open,
      sees: sees(connection, modelName, facts),
      facts,
    }
    handles.set(name, handle)
    return handle
  }
}

function openModel(name: string, open: () => Promise<OpenProvider>): OpenModel {
  let opened: ReturnType<OpenModel> | undefined
  return () => {
    opened ??= open().then((provider) => ({ provider, model: provider.choose(name) }))
    return opened
  }
}

const askedOf = (connection: ProviderConnection, model: string): CalledProvider => ({
  label: connection.label,
  model,
  keySource: connection.keySource,
  address: connection.baseURL ?? connection.label,
  secrets: secretsOf(connection),
  mayCut: Boolean(providerKindOf(connection.type).local || providerKindOf(connection.type).needsAddress),
  returnsReasoning: providerKindOf(connection.type).returnsReasoning?.(splitName(model)[1], connection) ?? false,
})
