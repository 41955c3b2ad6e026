import type { Json } from '@convene/domain'
import { isTooDeep } from './nested-depth.ts'

/** A piece of an answer: reasoning in the form to send back, or a number of characters of the answer's text. */
export type ReasoningPiece = { readonly text: string; readonly options?: Json } | { readonly said: number }

/**
 * What must be sent back to a provider with a call: signatures, ids, encrypted reasoning, and the order of the parts.
 * Opaque, and only valid for the model it came from. `before` is what came between the previous call and this one,
 * `after` what followed the last call. `message` holds fields of the whole answer, on its first call.
 */
export type ProviderState = {
  readonly model: string
  readonly call?: Json
  readonly before?: readonly ReasoningPiece[]
  readonly after?: readonly ReasoningPiece[]
  readonly message?: Json
}

/** The state that came with a call, for requests to the same model. Other models cannot read it. */
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
