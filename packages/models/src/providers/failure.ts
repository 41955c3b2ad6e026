import type { FailureCode, ModelFailure } from '@convene/engine'
import { causesOf, codeOfCause } from './network-cause.ts'
import { redact } from './redact.ts'
import { retryAfterOf } from './retry-after.ts'
import { StreamFault } from './stream-fault.ts'

/** Who was asked, for messages that say what to do, and the secrets to keep out of them. */
export type Asked = {
  readonly label: string
  readonly model: string
  readonly keySource: string
  readonly address: string
  readonly secrets: readonly string[]
}

/** For failures before any provider was asked. */
export const nobody: Asked = { label: '', model: '', keySource: '', address: '', secrets: [] }

/** What provider packages throw or put into the stream, if present. */
type Raised = {
  readonly name?: string
  readonly message?: string
  readonly statusCode?: number
  readonly responseBody?: string
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly type?: string
  readonly code?: string | number
  readonly data?: unknown
  readonly isRetryable?: boolean
}

const OVERFLOW =
  /context[_ ](length|window|size)|maximum context|prompt is too long|input is too long|too many (input )?tokens|input token count|exceeds? the (maximum|max|model'?s?)[^.]{0,40}tokens|request_too_large|reduce the length/i
const FILTERED = /content[_ ]?filter|content[_ ]management policy|content_policy|invalid_prompt|safety system/i
const SPENT = /insufficient_quota|exceeded your current quota|credit balance|billing|payment required/i
const RETRYABLE: ReadonlySet<FailureCode> = new Set([
  'rate_limited',
  'overloaded',
  'server_error',
  'timeout',
  'network',
  'stream_truncated',
  'protocol',
  'empty_reply',
])

/** Converts any error of a call to the last part of its stream. The only place where model errors become data. */
export function failureOf(error: unknown, asked: Asked, now: number): ModelFailure {
  const fault = causesOf(error).find((cause) => cause instanceof StreamFault)
  if (fault) return failure(fault.code, `${asked.label}: ${fault.message}.`, asked, fault.retryable)
  const raised = raisedOf(error)
  const code = codeOf(raised, error)
  const text = `${raised.message ?? ''} ${raised.responseBody ?? ''}`
  const retryable = RETRYABLE.has(code) && !(code === 'rate_limited' && SPENT.test(text))
  const retryAfterMs = retryAfterOf({ headers: raised.responseHeaders, body: raised.responseBody }, now)
  return {
    ...failure(code, messageOf(code, raised, asked, error), asked, retryable),
    ...(retryable && retryAfterMs !== undefined ? { retryAfterMs } : {}),
  }
}

/** A failure reported by this layer itself. */
export function failure(
  code: FailureCode,
  message: string,
  asked: Asked,
  retryable = RETRYABLE.has(code),
): ModelFailure {
  return { type: 'failed', code, message: redact(message, asked.secrets), retryable }
}

const raisedOf = (error: unknown): Raised =>
  typeof error === 'object' && error !== null ? (error as Raised) : { message: String(error) }

function codeOf(raised: Raised, error: unknown): FailureCode {
  const network = codeOfCause(error)
  if (network) return network
  if (isUnfinished(raised)) return 'stream_truncated'
  if (raised.statusCode !== undefined && raised.statusCode >= 300) return byStatus(raised.statusCode, textOf(raised))
  return byName(raised)
}

const textOf = (raised: Raised): string => `${raised.message ?? ''} ${raised.responseBody ?? ''} ${raised.code ?? ''}`

const isUnfinished = (raised: Raised): boolean =>
  /without a finish reason|^Incomplete .* event-stream frame/.test(raised.message ?? '')

function byStatus(status: number, text: string): FailureCode {
  if ((status === 400 || status === 413 || status === 422 || status === 500) && OVERFLOW.test(text))
    return 'context_overflow'
  if (status < 500 && FILTERED.test(text)) return 'refused'
  const named: Readonly<Record<number, FailureCode>> = {
    401: 'unauthorized',
    402: 'unauthorized',
    403: 'unauthorized',
    404: 'not_found',
    408: 'timeout',
    413: 'context_overflow',
    429: 'rate_limited',
    503: 'overloaded',
    504: 'server_error',
    529: 'overloaded',
  }
  return named[status] ?? (status >= 500 ? 'server_error' : 'bad_request')
}

/** Errors inside a stream have no status code, so they are recognized by the providers' wording. */
function byName(raised: Raised): FailureCode {
  const words = `${raised.type ?? ''} ${raised.code ?? ''} ${raised.message ?? ''}`
  if (raised instanceof Error) return 'protocol'
  if (OVERFLOW.test(words)) return 'context_overflow'
  if (FILTERED.test(words)) return 'refused'
  if (/rate.?limit|quota|too many requests|\b429\b/i.test(words)) return 'rate_limited'
  if (/overloaded|unavailable|capacity|\b(503|529)\b/i.test(words)) return 'overloaded'
  if (/authenticat|permission|unauthorized|api.?key/i.test(words)) return 'unauthorized'
  if (/timeout|timed out/i.test(words)) return 'timeout'
  if (/not_found/i.test(words)) return 'not_found'
  if (/invalid_request|bad_request/i.test(words)) return 'bad_request'
  return 'server_error'
}

function messageOf(code: FailureCode, raised: Raised, asked: Asked, error: unknown): string {
  const said = raised.message?.trim() || raised.responseBody?.trim() || 'no reason given'
  const status = raised.statusCode !== undefined && raised.statusCode >= 300 ? ` (${raised.statusCode})` : ''
  switch (code) {
    case 'unauthorized':
      return `${asked.label} does not accept the key${status}: ${said}. Check ${asked.keySource}.`
    case 'not_found':
      return `${asked.label} has no model "${asked.model}" at ${asked.address}${status}: ${said}. See \`convene models\`.`
    case 'network':
      return networkMessage(asked, error)
    case 'stream_truncated':
      return `${asked.label}: the answer ended early.`
    case 'protocol':
      return `${asked.label}: the answer could not be read: ${said}`
    default:
      return `${asked.label}${status}: ${said}`
  }
}

function networkMessage(asked: Asked, error: unknown): string {
  const cause = causesOf(error).find((one) => 'code' in one) as { code?: unknown } | undefined
  if (cause?.code === 'ECONNREFUSED') return `Nothing answers at ${asked.address}. Is ${asked.label} running there?`
  if (cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN')
    return `Could not resolve ${asked.address}. Are you online?`
  const detail = causesOf(error).at(-1)?.message ?? 'the connection failed'
  return `The connection to ${asked.address} broke: ${detail}`
}
