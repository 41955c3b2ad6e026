import type { Environment } from '@convene/platform'
import { connectionOf, isConnection } from './connection.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { httpTransport } from './http-transport.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import { splitName } from './model-name.ts'
import type { Fetch } from './provider-kind.ts'
import { kindOf } from './provider-kinds.ts'

/**
 * The context window of a model as its server tells it, in tokens. Undefined if it does not, or does not answer. For
 * servers that run models themselves: others are in the catalogue.
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
  const { window } = kindOf(connection.type)
  return window?.({ ...connection, context: () => configuration.models?.[name]?.context }, model, fetch)
}
