const KEY_LIKE = /\b(sk-[A-Za-z0-9_*.-]{8,}|AIza[\w-]{20,}|Bearer\s+[\w.~+/=-]{8,}|AKIA[0-9A-Z]{12,})/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal or the log
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const LONGEST = 500

/** Makes external text safe to show as one line: no key, no control character, no page of HTML. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) safe = safe.replaceAll(secret, '[key]')
  safe = safe.replace(KEY_LIKE, '[key]').replace(CONTROL, ' ').trim()
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe
}
