import type { Environment } from '../processes/environment.ts'

const mark = '[redacted]'
/** A shorter value appears in many words that are not secret. */
const SHORTEST = 8
const secretName = /(api[_-]?key|secret|token|password|passwd|credential|authorization|cookie)/i
/** `input_tokens` and `maxTokens` are counts, not secrets. */
const countName = /tokens$/i

/** Formats of keys that providers and code hosts issue, and of values after a name that means "secret". */
const shapes = [
  /\bsk-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\b(?:gh[opusr]|github_pat|glpat)[_-]\w{16,}/g,
  /\bxox[abposr]-[\w-]{10,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{10,}/g,
  /\b(?:npm|hf|dop_v1|sgp|pypi|gsk|xai|pplx)[_-]\w{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g,
  /(?<=\b(?:Bearer|Basic)\s{1,10})[\w.~+/=-]{8,}/gi,
  /(?<=[?&](?:api_?key|key|token|access_token|secret|password|sig)=)[^&\s"']+/gi,
  /(?<=\/\/[^/\s:@]+:)[^/\s@]+(?=@)/g,
]

/**
 * What people write in plain text: `PASSWORD=…`, `"api_key": "…"`, `the token is …`. Every part is bounded, so that no
 * text takes long to scan.
 */
const named =
  /((?:api[_ -]?key|secret|token|passw(?:or)?d|passphrase|pwd|credentials?|authorization)(?:[_-]\w{1,30})?)(["'`]{0,2}\s{0,3}(?:[:=]|\bis\b)\s{0,3}["'`]{0,2})(?!(?:Bearer|Basic)\b)([^\s"'`,;<>(){}[\]]{4,500})/giu
/** A header with cookies, as a line or as JSON. Browsers and servers write them in many forms, so all values go. */
const cookies =
  /((?:set-)?cookie["'`]{0,2}\s{0,3}[:=]\s{0,3})(\[[^\]]{1,8000}\]|"[^"\r\n]{1,4000}|'[^'\r\n]{1,4000}|[^\r\n"'`]{1,4000})/giu
const cookieValue = /([^\s=;,"'[]{1,200}=)([^;,\s"'\]]{1,4000})/gu
const cookieAttribute = /^(?:path|domain|expires|max-age|samesite|priority|version)=$/iu

const withoutCookies = (text: string): string =>
  text.replace(
    cookies,
    (_whole, name: string, values: string) =>
      `${name}${values.replace(cookieValue, (one, key: string) => (cookieAttribute.test(key) ? one : `${key}${mark}`))}`,
  )

const privateKey =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[\w\s+/=:,]|-(?!-{4}))*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/gu

/**
 * A word after "password is" may be prose, and a number after "token:" a count. A secret mixes letters with other
 * characters.
 */
const isProse = (between: string, value: string): boolean =>
  /^\d+[.,]?$/u.test(value) || value === mark || (/\bis\b/u.test(between) && /^[a-z]+[.!?]?$/iu.test(value))

const withoutNamed = (text: string): string =>
  text.replace(named, (whole, name: string, between: string, value: string) =>
    isProse(between, value) ? whole : `${name}${between}${mark}`,
  )

/** Values that a text calls secrets: they may appear elsewhere in it without their name. */
export const secretsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(named), ([, , between = '', value = '']) => (isProse(between, value) ? '' : value)).filter(
    (value) => value.length >= SHORTEST,
  )

/**
 * Each one is searched for in every text. A text may name any number of them: beyond this, only whole words are
 * matched.
 */
const MOST_FOUND = 200
const word = /[^\s"'`,;<>(){}[\]]+/gu

/** Redacts secrets in outgoing text by format, by name, and by the values in this environment. */
export function redactor(
  environment: Environment,
  found: readonly string[] = [],
): (name: string, value: unknown) => unknown {
  const kept = Object.entries(environment)
    .filter(([name, value]) => secretName.test(name) && (value ?? '').length >= SHORTEST)
    .map(([, value]) => value ?? '')
  const isMany = found.length > MOST_FOUND
  const known = [...new Set([...kept, ...(isMany ? [] : found)])].toSorted((one, other) => other.length - one.length)
  const words = new Set(isMany ? found : [])
  const redact = (text: string) => {
    const plain = withoutCookies(text.replaceAll(privateKey, mark))
    const named = isMany ? plain.replace(word, (each) => (words.has(each) ? mark : each)) : plain
    const unknown = known.reduce((rest, value) => rest.replaceAll(value, mark), named)
    return withoutNamed(shapes.reduce((rest, shape) => rest.replace(shape, mark), unknown))
  }
  return (name, value) => {
    if (typeof value !== 'string') return value
    return secretName.test(name) && !countName.test(name) ? mark : redact(value)
  }
}
