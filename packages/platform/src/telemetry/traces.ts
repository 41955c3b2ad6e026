import { withoutEnd } from '@convene/domain'
import type { Telemetry } from '@convene/engine'
import manifest from '../../package.json' with { type: 'json' }
import type { Attributes } from './attributes.ts'
import type { FlushingTelemetry } from './file-log.ts'
import { type FinishedSpan, spanMaker } from './spans.ts'

export type TraceOptions = {
  readonly endpoint: string
  readonly content: boolean
  readonly log?: Telemetry['log']
  /** How long delivery, and so an exit, may take. Default: 2 s. */
  readonly withinMs?: number
}

/** Sends spans of runs to an OTLP/HTTP collector. An unreachable collector costs spans and nothing else. */
export async function traces(options: TraceOptions): Promise<FlushingTelemetry> {
  const sink = await openSink(options)
  const spansOf = spanMaker({ content: options.content })
  return {
    log: () => {},
    recorded(events) {
      try {
        spansOf(events).forEach(sink.send)
      } catch (error) {
        options.log?.('warn', 'trace_failed', `Could not create a span: ${error}`)
      }
    },
    flush: sink.flush,
  }
}

async function openSink({ endpoint, log = () => {}, withinMs = 2_000 }: TraceOptions) {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api')
  const { TracerProvider } = await import('@opentelemetry/sdk-trace')
  let ids = { traceId: '', spanId: '' }
  const provider = new TracerProvider({
    resource: await resource(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [await processorFor(endpoint, log, withinMs)],
  })
  const tracer = provider.getTracer('convene', manifest.version)
  return {
    send({ traceId, spanId, parentId, ...span }: FinishedSpan) {
      ids = { traceId, spanId }
      const parent = parentId && { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED }
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const kind = span.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
      // Pass dates: OpenTelemetry reads a number smaller than the process start as an offset from it.
      const made = tracer.startSpan(span.name, { kind, startTime: new Date(span.start) }, context)
      made.setAttributes(defined(span.attributes))
      if (span.failure) made.setStatus({ code: SpanStatusCode.ERROR, message: span.failure })
      made.end(new Date(span.end))
    },
    flush: () => provider.forceFlush({ timeoutMillis: withinMs + 500 }).catch(() => {}),
  }
}

async function processorFor(endpoint: string, log: Telemetry['log'], withinMs: number) {
  const { BatchSpanProcessor } = await import('@opentelemetry/sdk-trace')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const url = `${withoutEnd(endpoint, '/')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: withinMs })
  let warned = false
  const deliver: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error && !warned)
        log('warn', 'traces_not_delivered', `${url} does not accept traces: ${result.error.message}`)
      warned = result.error !== undefined
      done(result)
    })
  const telling = { export: deliver, shutdown: () => exporter.shutdown(), forceFlush: () => exporter.forceFlush() }
  return new BatchSpanProcessor({ exporter: telling, exportTimeoutMillis: withinMs + 500 })
}

async function resource() {
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources')
  return defaultResource().merge(
    resourceFromAttributes({ 'service.name': 'convene', 'service.version': manifest.version }),
  )
}

function defined(attributes: Attributes): { [name: string]: string | number | boolean | string[] } {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? [...value] : value]],
    ),
  )
}
