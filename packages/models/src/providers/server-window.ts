import type { Environment } from '@convene/platform'
import type { Fetch } from '../transport/fetch-document.ts'
import { guardedFetch } from '../transport/guarded-fetch.ts'
import { httpTransport } from '../transport/http-transport.ts'
import { connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { splitName } from './model-name.ts'
import { providerKindOf } from './provider-kinds.ts'

/**
 * The context window of a model as reported by its server, in tokens. Undefined if the server does not report it or
 * does not respond. Only for servers that run models themselves; the catalogue has the others.
 */
export async function serverWindow(
  name: string,
  configuration: ModelConfiguration,
  environment: Environment,
  fetch: Fetch = guardedFetch(httpTransport(environment)),
): Promise<number | undefined> {
  const [provider, model] = splitName(name)
  const connection = connectionOf(provider, configuration, environment)
  if (!isConnection(connection)) return undefined
  const { window } = providerKindOf(connection.type)
  return window?.({ ...connection, context: () => configuration.models?.[name]?.context }, model, fetch)
}
