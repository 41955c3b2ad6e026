/** Google's field, and the sentence of OpenAI, Groq and Azure. */
const DELAY_IN_BODY =
  /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)(s)"|(?:try|retry) (?:again )?(?:in|after) (\d+(?:\.\d+)?) ?(ms|s)/i

type Answer = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/**
 * How long the provider asks us to wait, from a header in milliseconds, seconds or as a date, or from the error body. Zero
 * is ignored: Azure sends 0 and refuses the next call too.
 */
export function retryAfterOf({ headers = {}, body = '' }: Answer, now: number): number | undefined {
  const told = milliseconds(headers['retry-after-ms'], 1) ?? milliseconds(headers['retry-after'], 1000)
  const wait = told ?? until(headers['retry-after'], now)
  return wait === undefined || wait === 0 ? inBody(body) : wait
}

function inBody(body: string): number | undefined {
  const [, delay, seconds, spoken, unit = seconds] = DELAY_IN_BODY.exec(body) ?? []
  return milliseconds(delay ?? spoken, unit?.toLowerCase() === 'ms' ? 1 : 1000)
}

function milliseconds(value: string | undefined, unit: number): number | undefined {
  if (!value || !/^\d+(\.\d+)?$/.test(value.trim())) return undefined
  return Math.ceil(Number(value) * unit)
}

function until(value: string | undefined, now: number): number | undefined {
  const date = value && /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
