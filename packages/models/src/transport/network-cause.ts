import type { FailureCode } from '@convene/engine'

const NETWORK =
  /^(ECONN|ENOTFOUND|EAI_|EPIPE|EHOST|ENET|EADDR|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR_(SOCKET|CLOSED|DESTROYED|CONNECT$))|^HPE_/
const TIMEOUT = /^(ETIMEDOUT|UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT)$/

/** The error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = inner(cause)) causes.push(cause)
  return causes
}

/** If all addresses of a name fail, the first error says why. */
const inner = (error: Error): unknown =>
  error.cause ?? (error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : undefined)

/** The failure named by a system error code in the chain, if any. */
export function codeOfCause(error: unknown): FailureCode | undefined {
  for (const cause of causesOf(error)) {
    const code = (cause as { code?: unknown }).code
    if (typeof code !== 'string') continue
    if (TIMEOUT.test(code)) return 'timeout'
    if (NETWORK.test(code)) return 'network'
  }
  return undefined
}
