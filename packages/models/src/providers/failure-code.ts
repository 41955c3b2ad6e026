import type { FailureCode } from '@convene/engine'
import { codeOfCause } from '../transport/network-cause.ts'

/** What provider packages throw or put into the stream, if present. */
export type Raised = {
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
  /context[_ ](length|window|size)|maximum context|maximum prompt length|prompt is too long|input is too long|too many (input )?tokens|too_many_prompt_tokens|messages is too long|input tokens? (count|exceeded)|exceeds? the (maximum|max|model'?s?)[^.]{0,40}tokens|request_too_large|reduce the length/i
const FILTERED =
  /content[_ ]?filter|content[_ ]management policy|content_policy|invalid_prompt|safety system|model_armor|guardrail/i
const UNKNOWN_MODEL = /model_not_found|model identifier is invalid|model[^.]{0,80}(does not exist|not found)/i
const WRONG_KEY = /API_KEY_INVALID|API key (?:not valid|expired)|invalid[_ ]api[_ ]key|incorrect API key/i
/** The provider rejected a call that the model wrote. A retry may succeed. */
const BAD_CALL = /tool_use_failed/
const SPENT = /insufficient_quota|credit balance|PerDay|billing_(hard_limit|not_active)|payment required/i

/** Maps an error of any provider to a failure code. The only place that knows their wording. */
export function codeOf(raised: Raised, error: unknown): FailureCode {
  const network = codeOfCause(error)
  if (network) return network
  if (isUnfinished(raised)) return 'stream_truncated'
  if (raised.statusCode !== undefined && raised.statusCode >= 300) return byStatus(raised.statusCode, textOf(raised))
  return byName(raised)
}

/** The quota or the account is exhausted, so a retry would be refused too. */
export const isSpent = (raised: Raised): boolean => SPENT.test(textOf(raised))

const textOf = (raised: Raised): string => `${raised.message ?? ''} ${raised.responseBody ?? ''} ${raised.code ?? ''}`

const isUnfinished = (raised: Raised): boolean =>
  /without a finish reason|^Incomplete .* event-stream frame/.test(raised.message ?? '')

function byStatus(status: number, text: string): FailureCode {
  if ((status === 400 || status === 413 || status === 422 || status === 500) && OVERFLOW.test(text))
    return 'context_overflow'
  if (status === 400) return byWords(text) ?? 'bad_request'
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

/** Some providers answer everything with 400. */
function byWords(text: string): FailureCode | undefined {
  if (FILTERED.test(text)) return 'refused'
  if (WRONG_KEY.test(text)) return 'unauthorized'
  if (UNKNOWN_MODEL.test(text)) return 'not_found'
  return BAD_CALL.test(text) ? 'protocol' : undefined
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
