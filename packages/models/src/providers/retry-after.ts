const DELAY_IN_BODY = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/

type Answer = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/** How long the provider asks us to wait: milliseconds, seconds, a date, or Google's error body. */
export function retryAfterOf({ headers = {}, body = '' }: Answer, now: number): number | undefined {
  const wait = milliseconds(headers['retry-after-ms'], 1) ?? milliseconds(headers['retry-after'], 1000)
  return wait ?? until(headers['retry-after'], now) ?? milliseconds(DELAY_IN_BODY.exec(body)?.[1], 1000)
}

function milliseconds(value: string | undefined, unit: number): number | undefined {
  if (!value || !/^\d+(\.\d+)?$/.test(value.trim())) return undefined
  return Math.ceil(Number(value) * unit)
}

function until(value: string | undefined, now: number): number | undefined {
  const date = value && /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
