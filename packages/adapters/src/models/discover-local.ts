import { connectionOf, isConnection } from './connection.ts'
import { isLoopback } from './loopback.ts'
import type { Environment } from './model-configuration.ts'

/** A model server that answers on this machine. It is offered, never used without being named. */
export type LocalServer = {
  readonly provider: string
  readonly label: string
  readonly address: string
  readonly models: readonly string[]
}

export type Discovery = {
  readonly environment?: Environment
  readonly fetch?: typeof globalThis.fetch
  readonly limitMs?: number
}

const LIMIT_MS = 300
const LONGEST_LIST = 1_000_000

/** Looks for model servers at their usual addresses, all at once, and gives up quickly on those that are silent. */
export async function discoverLocal(discovery: Discovery = {}): Promise<readonly LocalServer[]> {
  const found = await Promise.all(['ollama', 'lmstudio', 'llamacpp'].map((name) => probe(name, discovery)))
  return found.filter((server) => server !== null)
}

async function probe(provider: string, discovery: Discovery): Promise<LocalServer | null> {
  const { environment = {}, fetch = globalThis.fetch, limitMs = LIMIT_MS } = discovery
  const connection = connectionOf(provider, {}, environment)
  if (!isConnection(connection) || !connection.baseURL || !isLoopback(new URL(connection.baseURL).hostname)) return null
  try {
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch(`${connection.baseURL}/models`, { signal, redirect: 'error' })
    const models = namesOf(await response.text(), provider)
    return models && { provider, label: connection.label, address: connection.baseURL, models }
  } catch {
    return null
  }
}

/** Only a list of models says that this is a model server: other programs listen on 8080 as well. */
function namesOf(body: string, provider: string): string[] | null {
  if (body.length > LONGEST_LIST) return null
  const { data } = JSON.parse(body) as { data?: unknown }
  if (!Array.isArray(data)) return null
  const ids = data.map((entry) => (entry as { id?: unknown } | null)?.id)
  return ids.filter((id) => typeof id === 'string' && id !== '').map((id) => `${provider}/${id}`)
}
