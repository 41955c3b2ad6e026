import type { Json } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { type ProviderState, providerJson } from './provider-state.ts'

type Call = Extract<ModelPart, { type: 'call' }>

/** A call as the stream gave it, before anyone knows whether the stream came to its end. */
export type HeldCall = { readonly tool: string; readonly input: string; readonly state: ProviderState }

/** The call for the engine. An input that is no JSON object is told as such, so that the model gets an error result. */
export function callOf({ tool, input, state }: HeldCall, cut: boolean): Call {
  const provider = providerJson(state)
  const rest = provider === undefined ? {} : { provider }
  const parsed = parse(input, cut)
  if ('invalid' in parsed) return { type: 'call', tool, input, invalid: parsed.invalid, ...rest }
  return { type: 'call', tool, input: parsed.value, ...rest }
}

/** No input at all is an empty one, unless the answer was cut by its length: then it may have been on its way. */
function parse(input: string, cut: boolean): { value: Json } | { invalid: string } {
  if (input.trim() === '') return cut ? { invalid: 'the answer ended before the input of the call' } : { value: {} }
  try {
    const value = JSON.parse(input) as Json
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value }
    return { invalid: 'the input of the call is not a JSON object' }
  } catch (error) {
    const why = cut ? 'the answer ended inside it' : (error as Error).message
    return { invalid: `the input of the call is not valid JSON: ${why}` }
  }
}
