import type { ModelInfo } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { knownModel, knownModels, pricesDate } from '../prices/prices.ts'
import { connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { splitName } from './model-name.ts'
import { isProviderType, kindOf, providerTypes } from './provider-kinds.ts'

/** Always available and needs nothing. */
export const rehearsal = 'rehearsal/offline'

/** A model that can be selected. `note` says when its price changes or depends on the prompt. */
export type ListedModel = ModelInfo & {
  readonly name: string
  readonly note?: string
  /** The price was not verified on the provider's own page. */
  readonly unverified?: boolean
}

/** A provider, whether it can be used, and what is missing if not. */
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

/**
 * Which models can be used, what is missing for the others, and what they cost. Makes no requests: `discoverLocal`
 * finds local servers.
 */
export function modelCatalog(configuration: ModelConfiguration, environment: Environment): ModelCatalog {
  const builtIn = providerTypes.filter((type) => !kindOf(type).needsAddress)
  const own = Object.keys(configuration.providers ?? {}).filter((name) => !builtIn.some((type) => type === name))
  const providers = [...builtIn, ...own].map((name) => listedProvider(name, configuration, environment))
  return { pricesDate, providers: [rehearsalProvider, ...providers] }
}

/** Price and context window of a model. The user's own prices take precedence. Null means unknown. */
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

/** Models in the table and in the settings. */
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

/** A model that runs on this machine is free. Ollama's cloud models run elsewhere. */
function freeOfCharge(name: string, configuration: ModelConfiguration) {
  const [provider, model] = splitName(name)
  const type = configuration.providers?.[provider]?.type ?? provider
  const kind = isProviderType(type) ? kindOf(type) : undefined
  const isLocal = kind?.local === true && (kind.isFree?.(model) ?? true)
  return isLocal ? { input: 0, cached: 0, output: 0 } : null
}
