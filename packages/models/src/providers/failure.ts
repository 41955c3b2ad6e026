import type { FailureCode, ModelFailure } from '@convene/engine'
import { causesOf } from '../transport/network-cause.ts'
import { StreamFault } from '../transport/stream-fault.ts'
import { errorWords } from './error-words.ts'
import { codeOf, isSpent, type Raised } from './failure-code.ts'
import { redact } from './redact.ts'
import { retryAfterOf } from './retry-after.ts'

/** Who was called, for messages that say what to do, and the secrets to keep out of them. */
export type CalledProvider = {
  readonly label: string
  readonly model: string
  readonly keySource: string
  readonly address: string
  readonly secrets: readonly string[]
  /** Whether its reasoning is sent back even if unsigned. */
  readonly returnsReasoning?: boolean
  /** A server that may silently drop the beginning of a conversation. */
  readonly mayCut?: boolean
}

/** For failures before any provider was called. */
export const nobody: CalledProvider = { label: '', model: '', keySource: '', address: '', secrets: [] }

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
export function failureOfCall(error: unknown, asked: CalledProvider, now: number): ModelFailure {
  const fault = causesOf(error).find((cause) => cause instanceof StreamFault)
  if (fault) return ownFailure(fault.code, `${asked.label}: ${fault.message}.`, asked, fault.retryable)
  const raised = raisedOf(error)
  const code = codeOf(raised, error)
  const retryable = RETRYABLE.has(code) && !(code === 'rate_limited' && isSpent(raised))
  const retryAfterMs = retryAfterOf({ headers: raised.responseHeaders, body: raised.responseBody }, now)
  return {
    ...ownFailure(code, messageOf(code, raised, asked, error), asked, retryable),
    ...(retryable && retryAfterMs !== undefined ? { retryAfterMs } : {}),
  }
}

/** A failure reported by this layer itself. */
export function ownFailure(
  code: FailureCode,
  message: string,
  asked: CalledProvider,
  retryable = RETRYABLE.has(code),
): ModelFailure {
  return { type: 'failed', code, message: redact(message, asked.secrets), retryable }
}

const raisedOf = (error: unknown): Raised =>
  typeof error === 'object' && error !== null ? (error as Raised) : { message: String(error) }

function messageOf(code: FailureCode, raised: Raised, asked: CalledProvider, error: unknown): string {
  const said = errorWords(raised)
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
      return `${asked.label}: the answer could not be read: ${said}. Check that ${asked.address} is the address of its API.`
    default:
      return `${asked.label}${status}: ${said}.`
  }
}

function networkMessage(asked: CalledProvider, error: unknown): string {
  const cause = causesOf(error).find((one) => 'code' in one) as { code?: unknown } | undefined
  if (cause?.code === 'ECONNREFUSED') return `Nothing answers at ${asked.address}. Is ${asked.label} running there?`
  if (cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN')
    return `Could not resolve ${asked.address}. Are you online?`
  const detail = (causesOf(error).at(-1)?.message ?? 'the connection failed').replace(/\.$/u, '')
  return `The connection to ${asked.address} broke: ${detail}. Check your network, and whether ${asked.label} is running.`
}
