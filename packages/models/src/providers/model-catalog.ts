import type { ModelInfo } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { catalogueDate, knownModels } from '../catalogue/catalogue.ts'
import { ACP, type FoundAgents } from '../coding-agents/coding-agent.ts'
import { connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { modelFacts, modelInfo, rehearsal } from './model-facts.ts'
import { splitName } from './model-name.ts'
import { isProviderType, providerKindOf, providerTypes } from './provider-kinds.ts'

/** A model that can be selected. `note` says when its price changes or depends on the prompt. */
export type ListedModel = ModelInfo & { readonly name: string; readonly note?: string }

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

export type ModelCatalog = {
  readonly pricesDate: string
  readonly providers: readonly ListedProvider[]
  /** Why coding agents are not among them, if none could be. */
  readonly whyNoAgents?: string
}

/**
 * Which models can be used, what is missing for the others, and what they cost. Makes no requests: `discoverLocal`
 * finds local servers.
 */
export function modelCatalog(
  configuration: ModelConfiguration,
  environment: Environment,
  { agents, whyNone }: FoundAgents = { agents: [] },
): ModelCatalog {
  const builtIn = providerTypes.filter((type) => !providerKindOf(type).needsAddress)
  const own = Object.keys(configuration.providers ?? {}).filter((name) => !builtIn.some((type) => type === name))
  const providers = [...builtIn, ...own].map((name) => listedProvider(name, configuration, environment))
  return {
    pricesDate: catalogueDate(configuration.refreshed),
    providers: [rehearsalProvider, ...agentProviders(agents), ...providers],
    ...(whyNone !== undefined && { whyNoAgents: whyNone }),
  }
}

const rehearsalProvider: ListedProvider = {
  name: 'rehearsal',
  label: 'Rehearsal (offline)',
  configured: true,
  missing: [],
  local: true,
  models: [{ name: rehearsal, ...modelInfo(rehearsal, {}) }],
}

/** The installed coding agents. If none is installed, this provider is not listed. */
function agentProviders(agents: FoundAgents['agents']): readonly ListedProvider[] {
  const installed = agents.filter(({ missing }) => missing.length === 0)
  const models = installed.map(({ name, label }) => ({
    name: `${ACP}${name}`,
    ...modelInfo(`${ACP}${name}`, {}),
    note: label,
  }))
  const shared = { name: 'acp', label: 'Coding agents', configured: true, missing: [], local: false }
  return installed.length > 0 ? [{ ...shared, models }] : []
}

function listedProvider(name: string, configuration: ModelConfiguration, environment: Environment): ListedProvider {
  const kind = isProviderType(name) ? providerKindOf(name) : undefined
  let models: readonly ListedModel[] | undefined
  return {
    name,
    label: kind?.label ?? name,
    local: kind?.local ?? false,
    ...stateOf(connectionOf(name, configuration, environment)),
    // A run only asks which providers are connected. Listing hundreds of models would take a tenth of its start.
    get models() {
      models ??= modelsOf(name, configuration)
      return models
    },
  }
}

function stateOf(connection: ReturnType<typeof connectionOf>) {
  if (!isConnection(connection)) return { configured: false, missing: connection.missing }
  return { configured: true, missing: [], ...(connection.baseURL && { address: connection.baseURL }) }
}

/** Models in the settings and in the catalogue: those the user named and the default one first. */
function modelsOf(provider: string, configuration: ModelConfiguration): ListedModel[] {
  const { model, pool = [], prices = {}, models = {}, refreshed } = configuration
  const usual = isProviderType(provider) && providerKindOf(provider).defaultModel
  const named = [model, ...pool, ...Object.keys(prices), ...Object.keys(models), usual && `${provider}/${usual}`]
  const first = named.filter((name): name is string => Boolean(name)).filter((name) => splitName(name)[0] === provider)
  return [...new Set([...first, ...knownModels(provider, refreshed)])].map((name) => {
    const { note } = modelFacts(name, configuration)
    return { name, ...modelInfo(name, configuration), ...(note ? { note } : {}) }
  })
}
