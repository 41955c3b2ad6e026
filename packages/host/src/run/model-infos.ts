import type { ModelInfo } from '@convene/domain'
import { type ModelConfiguration, modelInfo, serverWindow } from '@convene/models'
import type { Environment } from '@convene/platform'

/**
 * What is known about each model. A server that runs a model itself is asked for its context window, if it is not known
 * otherwise. With `onlyLook`, no server is asked.
 */
export async function modelInfos(
  seats: readonly { readonly model: string }[],
  configuration: ModelConfiguration,
  environment: Environment,
  onlyLook = false,
): Promise<Record<string, ModelInfo>> {
  const names = [...new Set(seats.map(({ model }) => model))]
  const infos = names.map(async (name): Promise<[string, ModelInfo]> => {
    const info = modelInfo(name, configuration, environment)
    if (onlyLook || info.rehearsal || info.context !== null) return [name, info]
    const context = (await serverWindow(name, configuration, environment)) ?? null
    return [name, { ...info, context }]
  })
  return Object.fromEntries(await Promise.all(infos))
}
