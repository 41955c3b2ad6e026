import type { Json } from '@convene/domain'
import { isTooDeep } from './nested-depth.ts'

/**
 * What a provider requires back with a call: signatures, ids, sealed reasoning. Opaque, and only for the model it came
 * from.
 */
export type ProviderState = {
  readonly model: string
  readonly call?: Json
  readonly reasoning?: readonly { readonly text: string; readonly options: Json }[]
}

/** The state that came with a call, if the same model is asked again. Another model could not read it. */
export function providerStateOf(provider: Json | undefined, model: string): ProviderState | undefined {
  if (typeof provider !== 'object' || provider === null || Array.isArray(provider)) return undefined
  const state = provider as ProviderState
  return state.model === model ? state : undefined
}

/** The state as stored in the log, or nothing if the provider sent none. */
export function providerJson(state: ProviderState): Json | undefined {
  if (state.call === undefined && !state.reasoning?.length) return undefined
  const json = JSON.stringify(state)
  return isTooDeep(json) ? undefined : (JSON.parse(json) as Json)
}
