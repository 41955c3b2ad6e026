import type { CallOptions } from './language-model.ts'
import { StreamFault } from './stream-fault.ts'

type Rejected = { readonly statusCode?: number; readonly message?: string; readonly responseBody?: string }
type Setting = 'temperature' | 'max_tokens'

const why: Readonly<Record<Setting, string>> = {
  temperature: 'this model does not accept a temperature and is asked without one from now on',
  max_tokens: 'this model does not accept max_tokens and gets max_completion_tokens from now on',
}

/**
 * What models turned out to refuse, as long as the process lives. Nothing tells in advance: a deployment may have any
 * name.
 */
export class Refusals {
  #known = new Map<string, Set<Setting>>()

  /** The call without what its model refuses. `provider` is the name under which its package reads extra fields. */
  apply(model: string, provider: string, call: CallOptions): CallOptions {
    const known = this.#known.get(model)
    if (!known) return call
    const { maxOutputTokens, ...rest } = known.has('temperature') ? { ...call, temperature: undefined } : call
    if (!known.has('max_tokens')) return { ...rest, maxOutputTokens }
    const own = { ...rest.providerOptions?.[provider], max_completion_tokens: maxOutputTokens }
    return { ...rest, providerOptions: { ...rest.providerOptions, [provider]: own } as CallOptions['providerOptions'] }
  }

  /** Remembers a refusal, and returns the fault that repeats the call without it, or nothing if it is another error. */
  learn(model: string, call: CallOptions, error: unknown): StreamFault | undefined {
    const refused = settingIn(call, error)
    if (!refused) return undefined
    this.#known.set(model, new Set([...(this.#known.get(model) ?? []), refused]))
    return new StreamFault('bad_request', why[refused])
  }
}

function settingIn(call: CallOptions, error: unknown): Setting | undefined {
  const { statusCode, message, responseBody } = (error ?? {}) as Rejected
  if (statusCode !== 400) return undefined
  const said = `${message} ${responseBody}`
  if (call.maxOutputTokens !== undefined && /max_completion_tokens/.test(said)) return 'max_tokens'
  return call.temperature !== undefined && /temperature/i.test(said) ? 'temperature' : undefined
}
