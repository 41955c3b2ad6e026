/** The place of a span, as other programs learn it: the trace, and the span in it that is the parent of theirs. */
export type TraceContext = { readonly traceId: string; readonly spanId: string }

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/u

/**
 * Reads a W3C `traceparent`. It comes from outside: anything that is not one, and a trace that its caller does not
 * record, is none.
 */
export function readTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(text?.trim() ?? '') ?? []
  const isRecorded = (Number.parseInt(flags, 16) & 1) === 1
  return isRecorded && !/^0+$/u.test(traceId) && !/^0+$/u.test(spanId) ? { traceId, spanId } : undefined
}

export const traceparentOf = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`
