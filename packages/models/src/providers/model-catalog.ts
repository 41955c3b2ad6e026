import type { ModelInfo } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { knownModel, knownModels, pricesDate } from '../prices/prices.ts'
import { connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { splitName } from './model-name.ts'
import { isProviderType, kindOf, providerKinds } from './provider-kinds.ts'

/** The model that is always there and needs nothing. */
export const rehearsal = 'rehearsal/offline'

/** A model that can be chosen. `note` says where its price changes or depends on the prompt. */
export type ListedModel = ModelInfo & {
  readonly name: string
  readonly note?: string
  /** Nobody saw its price at the provider's own page. */
  readonly unverified?: boolean
}

/** A provider, whether it can be asked, and what is missing where it cannot. */
export type ListedProvider = {
  readonly name: string
  readonly label: string
  readonly configured: boolean
  readonly missing: readonly string[]
  readonly local: boolean
  readonly address?: string
  readonly models: readonly ListedModel[]
}

export type ModelCatalog = { readonly pricesDate: string; readonly providers: readonly ListedProvider[] }

/** What can be asked, what is missing for the rest, and what it costs. Asks nobody: local servers are found by `discoverLocal`. */
export function modelCatalog(configuration: ModelConfiguration, environment: Environment): ModelCatalog {
  const builtIn = Object.keys(providerKinds).filter((name) => name !== 'openai-compatible')
  const own = Object.keys(configuration.providers ?? {}).filter((name) => !builtIn.includes(name))
  const providers = [...builtIn, ...own].map((name) => listedProvider(name, configuration, environment))
  return { pricesDate, providers: [rehearsalProvider, ...providers] }
}

/** Price and context window of a model, the user's own prices first. Null is unknown. */
export function modelInfo(name: string, configuration: ModelConfiguration): ModelInfo {
  if (name === rehearsal) return rehearsalInfo
  const { price, context } = knownModel(name)
  return { price: ownPrice(name, configuration) ?? price ?? freeOfCharge(name, configuration), context }
}

const rehearsalInfo: ModelInfo = { price: { input: 0, cached: 0, output: 0 }, context: null, rehearsal: true }

const rehearsalProvider: ListedProvider = {
  name: 'rehearsal',
  label: 'Rehearsal (offline)',
  configured: true,
  missing: [],
  local: true,
  models: [{ name: rehearsal, ...rehearsalInfo }],
}

function listedProvider(name: string, configuration: ModelConfiguration, environment: Environment): ListedProvider {
  const connection = connectionOf(name, configuration, environment)
  const kind = isProviderType(name) ? kindOf(name) : undefined
  const shared = {
    name,
    label: kind?.label ?? name,
    local: kind?.local ?? false,
    models: modelsOf(name, configuration),
  }
  if (!isConnection(connection)) return { ...shared, configured: false, missing: connection.missing }
  const address = connection.baseURL ? { address: connection.baseURL } : {}
  return { ...shared, configured: true, missing: [], ...address }
}

/** The table's models, and those that the settings name. */
function modelsOf(provider: string, configuration: ModelConfiguration): ListedModel[] {
  const { model, pool = [], prices = {} } = configuration
  const named = [model, ...pool, ...Object.keys(prices)].filter((name): name is string => name !== undefined)
  const ours = named.filter((name) => splitName(name)[0] === provider)
  return [...new Set([...ours, ...knownModels(provider)])].map((name) => {
    const isOwn = ownPrice(name, configuration) !== undefined
    const { note, unverified } = knownModel(name)
    const said = isOwn ? {} : { ...(note ? { note } : {}), ...(unverified ? { unverified } : {}) }
    return { name, ...modelInfo(name, configuration), ...said }
  })
}

function ownPrice(name: string, { prices }: ModelConfiguration) {
  return prices && Object.hasOwn(prices, name) ? prices[name] : undefined
}

/** A model that runs on this machine costs nothing; Ollama's cloud models run elsewhere. */
function freeOfCharge(name: string, configuration: ModelConfiguration) {
  const [provider, model] = splitName(name)
  const type = configuration.providers?.[provider]?.type ?? provider
  const isLocal = isProviderType(type) && kindOf(type).local === true && !/[-:]cloud$/.test(model)
  return isLocal ? { input: 0, cached: 0, output: 0 } : null
}
