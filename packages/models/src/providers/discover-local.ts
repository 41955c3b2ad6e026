import type { Environment } from '@convene/platform'
import { isLoopbackName } from '../transport/loopback.ts'
import { connectionOf, isConnection, type ProviderConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { providerKindOf, providerTypes } from './provider-kinds.ts'
import { unnamedProviders } from './unnamed-models.ts'

/**
 * A model server that answers on this machine or at a configured address. Offered to the user, never used unless named.
 */
export type LocalServer = {
  readonly provider: string
  readonly label: string
  readonly address: string
  readonly models: readonly string[]
}

export type Discovery = {
  /** Configured servers are asked for their models too, wherever they are. */
  readonly configuration?: ModelConfiguration
  readonly environment?: Environment
  readonly fetch?: typeof globalThis.fetch
  readonly limitMs?: number
}

/** Ports that nobody listens on refuse at once. Less time than this misses servers on a busy machine. */
const LIMIT_MS = 2_000
const LONGEST_LIST = 1_000_000

/** Looks for model servers in parallel, and gives up on those that do not respond. */
export async function discoverLocal(discovery: Discovery = {}): Promise<readonly LocalServer[]> {
  const found = await Promise.all(candidates(discovery).map((connection) => probe(connection, discovery)))
  return found.filter((server) => server !== null)
}

/** The usual addresses on this machine, and the configured ones. No other machine is contacted. */
function candidates({ configuration, environment = {} }: Discovery): readonly ProviderConnection[] {
  const usual = providerTypes
    .filter((type) => providerKindOf(type).local)
    .map((name) => connectionOf(name, {}, environment))
    .filter(isConnection)
    .filter(({ baseURL = '' }) => isLoopbackName(new URL(baseURL).hostname))
  const own = configuration ? unnamedProviders(configuration, environment).filter(isOwnServer) : []
  return [...usual.filter(({ name }) => !own.some((one) => one.name === name)), ...own]
}

const isOwnServer = ({ type, baseURL }: ProviderConnection): boolean =>
  providerKindOf(type).listsModels === true && baseURL !== undefined && baseURL !== providerKindOf(type).baseURL

async function probe(connection: ProviderConnection, discovery: Discovery): Promise<LocalServer | null> {
  const { name, label, baseURL: address = '', apiKey } = connection
  const { fetch = globalThis.fetch, limitMs = LIMIT_MS } = discovery
  const headers = { ...connection.headers, ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  try {
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch(`${address}/models`, { signal, redirect: 'error', headers })
    const models = namesOf(await response.text(), name)
    return models && { provider: name, label, address, models }
  } catch {
    return null
  }
}

/** Only a model list proves that this is a model server: other programs listen on 8080 too. */
function namesOf(body: string, provider: string): string[] | null {
  if (body.length > LONGEST_LIST) return null
  const { data } = JSON.parse(body) as { data?: unknown }
  if (!Array.isArray(data)) return null
  const ids = data.map((entry) => (entry as { id?: unknown } | null)?.id)
  return ids.filter((id) => typeof id === 'string' && id !== '').map((id) => `${provider}/${id}`)
}
