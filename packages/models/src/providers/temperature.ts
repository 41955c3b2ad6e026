import { StreamFault } from './stream-fault.ts'

type Rejected = { readonly statusCode?: number; readonly message?: string; readonly responseBody?: string }

/** Some models reject a request with a temperature, and nothing tells which in advance. */
export function refusesTemperature(error: unknown): boolean {
  const { statusCode, message, responseBody } = (error ?? {}) as Rejected
  return statusCode === 400 && /temperature/i.test(`${message} ${responseBody}`)
}

/** Retryable, because the model is asked without one from now on. */
export const temperatureRefused = (): StreamFault =>
  new StreamFault('bad_request', 'this model does not accept a temperature and is asked without one from now on')
