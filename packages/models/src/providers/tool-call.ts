import type { Json } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { isTooDeep } from './nested-depth.ts'
import { type ProviderState, providerJson } from './provider-state.ts'

/** Replaces bytes that are not valid text. As an escape in JSON it is intentional. */
const DAMAGED = '\ufffd'

type Call = Extract<ModelPart, { type: 'call' }>

/** A call from the stream, before it is known whether the stream ends properly. */
export type HeldCall = { readonly tool: string; readonly input: string; readonly state: ProviderState }

/**
 * The call for the engine. Input that is not a JSON object is reported as invalid, so that the model gets an error
 * result.
 */
export function callOf({ tool, input, state }: HeldCall, cut: boolean): Call {
  const provider = providerJson(state)
  const rest = provider === undefined ? {} : { provider }
  const parsed = parse(input, cut)
  if ('invalid' in parsed) return { type: 'call', tool, input, invalid: parsed.invalid, ...rest }
  return { type: 'call', tool, input: parsed.value, ...rest }
}

/** Equal for a repeated call: the same id on the wire and the same input, however it is formatted. */
export function sameCall(wireId: string, tool: string, input: string): string {
  const parsed = parse(input, false)
  return JSON.stringify([wireId, tool, 'value' in parsed ? sorted(parsed.value) : input])
}

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as { readonly [key: string]: Json }).map(
    ([key, one]) => [key, sorted(one)] as const,
  )
  return entries.sort(([one], [other]) => (one < other ? -1 : 1)) as unknown as Json
}

/** Half a character would be refused by every service when the call is sent back. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * Missing input counts as empty, unless the answer was cut at its length limit: then the input may have been cut off.
 */
function parse(input: string, cut: boolean): { value: Json } | { invalid: string } {
  if (input.trim() === '') return cut ? { invalid: "the answer ended before the call's input" } : { value: {} }
  if (input.includes(DAMAGED)) return { invalid: 'a character in the input arrived damaged; send the call again' }
  if (isTooDeep(input)) return { invalid: "the call's input is nested too deeply" }
  try {
    const value = JSON.parse(input, wellFormed) as Json
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value }
    return { invalid: "the call's input is not a JSON object" }
  } catch (error) {
    const why = cut ? 'the answer ended inside it' : (error as Error).message
    return { invalid: `the call's input is not valid JSON: ${why}` }
  }
}
