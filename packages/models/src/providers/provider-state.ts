import type { Json } from '@convene/domain'
import { isTooDeep } from './nested-depth.ts'

/** A piece of an answer: reasoning as the provider wants it back, or this many characters of the answer's text. */
export type Piece = { readonly text: string; readonly options?: Json } | { readonly said: number }

/**
 * What a provider requires back with a call: signatures, ids, sealed reasoning, and the order of what it said. Opaque, and
 * only for the model it came from. `before` is what came between the previous call and this one, `after` what followed the
 * last call, `message` are fields of the whole answer, on its first call.
 */
export type ProviderState = {
  readonly model: string
  readonly call?: Json
  readonly before?: readonly Piece[]
  readonly after?: readonly Piece[]
  readonly message?: Json
  /** Older logs: all reasoning of the answer, without its place. */
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
  if (Object.keys(state).length === 1) return undefined
  const json = JSON.stringify(state)
  return isTooDeep(json) ? undefined : (JSON.parse(json) as Json)
}
