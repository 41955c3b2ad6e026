import type { Json } from '@convene/domain'

/** Where settings may contain secrets, which must never be shown. */
const secret = /^(apiKey|secret)$/u
const secretMaps = /^(headers|env)$/u

/** Shown in place of a secret. */
export const HIDDEN = '•••'

/** Settings that are safe to show. */
export function hideSecrets(settings: object): { [key: string]: Json } {
  return hidden(JSON.parse(JSON.stringify(settings)) as Json) as { [key: string]: Json }
}

function hidden(value: Json): Json {
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as { [key: string]: Json }).map(([key, inner]): [string, Json] => {
    if (secret.test(key) && typeof inner === 'string') return [key, HIDDEN]
    if (secretMaps.test(key) && typeof inner === 'object' && inner !== null)
      return [key, Object.fromEntries(Object.keys(inner).map((name) => [name, HIDDEN]))]
    return [key, hidden(inner)]
  })
  return Object.fromEntries(entries)
}
