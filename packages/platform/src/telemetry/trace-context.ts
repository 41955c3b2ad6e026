/** A span's place, as passed to other programs: the trace, and the span that becomes the parent of theirs. */
export type TraceContext = { readonly traceId: string; readonly spanId: string }

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/u

/**
 * Reads a W3C `traceparent`. It comes from outside: anything invalid, or a trace that its caller does not record, is
 * ignored.
 */
export function readTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(text?.trim() ?? '') ?? []
  const isRecorded = (Number.parseInt(flags, 16) & 1) === 1
  return isRecorded && !/^0+$/u.test(traceId) && !/^0+$/u.test(spanId) ? { traceId, spanId } : undefined
}

export const traceparentOf = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`
