import { type Check, clean, cleanLine } from '@convene/domain'
import type { AbortSignal, Checked } from '@convene/engine'
import type { AllowHosts } from '../web/guard/check-url.ts'
import { guardedRequest } from '../web/guard/guarded-request.ts'

const MOST_KEPT = 2_000

/** Asks an address once, under the rules for all web requests, and follows no redirect. */
export async function checkAddress(
  { url, status, body, json }: Extract<Check, { kind: 'address' }>,
  allowHosts: AllowHosts,
  signal: AbortSignal,
): Promise<Checked> {
  const answer = await guardedRequest({ url }, { allowHosts, redirects: 'shown' }, signal)
  if (!answer.ok) return unanswered(answer.refusal)
  const text = Buffer.from(answer.value.body).toString('utf8')
  const output = clean(text.trim().slice(0, MOST_KEPT))
  const seen = output === '' ? {} : { output }
  const wrong = (reason: string): Checked => ({ outcome: 'failed', reason, ...seen })
  if (answer.value.status !== status) return wrong(`it answers ${answer.value.status}`)
  if (body !== undefined && !text.includes(body)) return wrong(`its answer does not contain "${body}"`)
  if (json === undefined) return { outcome: 'passed', ...seen }
  const value = valueAt(text, json.path)
  return value === json.is ? { outcome: 'passed', ...seen } : wrong(`${json.path} is ${shown(value)}`)
}

const LONGEST_VALUE = 200

/** Whatever a server answers, its value fits on a line. */
const shown = (value = 'missing'): string => {
  const line = cleanLine(value.slice(0, 10 * LONGEST_VALUE))
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line
}

/** Nobody listens: that is a failure. A refused address was not looked at. */
const unanswered = ({ code, message }: { readonly code: string; readonly message: string }): Checked => ({
  outcome: UNREACHED.test(code) ? 'failed' : 'not_run',
  reason: message,
})

const UNREACHED = /^(?:unreachable|timeout|too-many-redirects|name-unknown|encoding|too-large)$/u

function valueAt(text: string, path: string): string | undefined {
  try {
    const parts = path.split('.').filter((part) => part !== '')
    const value = parts.reduce<unknown>(
      (found, part) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, part)
          ? (found as { [key: string]: unknown })[part]
          : undefined,
      JSON.parse(text),
    )
    return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    return undefined
  }
}
