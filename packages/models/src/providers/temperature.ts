import { StreamFault } from './stream-fault.ts'

type Rejected = { readonly statusCode?: number; readonly message?: string; readonly responseBody?: string }

/** Some models, and nobody knows which in advance, refuse a request that sets a temperature. */
export function refusesTemperature(error: unknown): boolean {
  const { statusCode, message, responseBody } = (error ?? {}) as Rejected
  return statusCode === 400 && /temperature/i.test(`${message} ${responseBody}`)
}

/** Retryable, because the model is asked without one from now on. */
export const temperatureRefused = (): StreamFault =>
  new StreamFault('bad_request', 'this model takes no temperature; it is asked without one from now on')
