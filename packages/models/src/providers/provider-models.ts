import type { Model } from '@convene/engine'
import type { Environment } from '@convene/platform'
import type { WireLimits } from '../transport/guarded-send.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import type { ReadImage } from './pictures.ts'

/** What a test or an embedding program may replace. */
export type ProviderModelOptions = {
  readonly fetch?: typeof globalThis.fetch
  readonly now?: () => number
  readonly limits?: WireLimits
  /** Reads images. Without it, models get descriptions. */
  readonly images?: ReadImage
}

/**
 * Every model of every configured provider, selected by the part of its name before the first slash. How to talk to
 * them is loaded with the first request: most commands ask no model.
 */
export function providerModels(
  configuration: ModelConfiguration,
  environment: Environment,
  options: ProviderModelOptions = {},
): Model {
  let connected: Promise<Model> | undefined
  return {
    async *stream(request, signal) {
      connected ??= import('./connected-models.ts').then(({ connectedModels }) =>
        connectedModels(configuration, environment, options),
      )
      yield* (await connected).stream(request, signal)
    },
  }
}
