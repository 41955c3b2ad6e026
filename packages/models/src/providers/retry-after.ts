/** `20 s`, `1m26.5s`, `7 minutes and 12 seconds`. The longer name of a unit comes first. */
const AMOUNT = String.raw`(\d{1,9}(?:\.\d{1,9})?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)`
const DURATION = `${AMOUNT}(?:(?: and |, | )?${AMOUNT})*(?![a-z])`
/** Google's field, and the sentences of OpenAI, Groq, Azure and others. */
const LEAD = String.raw`"retryDelay"\s{0,9}:\s{0,9}"|(?:try|retry) (?:again )?(?:in|after) |wait (?:for |at least |about )?`
const DELAY_IN_BODY = new RegExp(`(?:${LEAD})(?<told>${DURATION})`, 'i')
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

type Answer = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/**
 * How long the provider asks us to wait, from a header in milliseconds, seconds or as a date, or from the error body.
 * Zero is ignored: Azure sends 0 and refuses the next call too.
 */
export function retryAfterOf({ headers = {}, body = '' }: Answer, now: number): number | undefined {
  const told = milliseconds(headers['retry-after-ms'], 1) ?? milliseconds(headers['retry-after'], 1000)
  const wait = told ?? until(headers['retry-after'], now)
  return wait === undefined || wait === 0 ? inBody(body) : wait
}

function inBody(body: string): number | undefined {
  const told = DELAY_IN_BODY.exec(body)?.groups?.told
  if (told === undefined) return undefined
  const amounts = [...told.toLowerCase().matchAll(new RegExp(AMOUNT, 'g'))]
  return Math.ceil(amounts.reduce((sum, [, count, unit = '']) => sum + Number(count) * unitMs(unit), 0))
}

const unitMs = (unit: string): number => (/^(ms|milli)/.test(unit) ? 1 : (UNIT_MS[unit.charAt(0)] ?? 1_000))

function milliseconds(value: string | undefined, unit: number): number | undefined {
  if (!value || !/^\d+(\.\d+)?$/.test(value.trim())) return undefined
  return Math.ceil(Number(value) * unit)
}

function until(value: string | undefined, now: number): number | undefined {
  const date = value && /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
