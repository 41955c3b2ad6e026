import type { Telemetry } from '@convene/engine'
import manifest from '../../package.json' with { type: 'json' }
import type { Attributes } from './attributes.ts'
import type { LogEvent } from './log-events.ts'
import { histograms, type Measured } from './metrics.ts'
import { otlpExporter } from './otlp-exporter.ts'
import type { OtlpSettings } from './otlp-settings.ts'
import type { FinishedSpan } from './spans.ts'

/** Sends one signal. If the collector is unreachable, only the data is lost. */
export type OtlpSink<Item> = { send(item: Item): void; flush(): Promise<void> }

const nowhere = { send: () => {}, flush: async () => {} }
const scope = ['convene', manifest.version] as const

export async function spanSink(settings: OtlpSettings, log: Telemetry['log']): Promise<OtlpSink<FinishedSpan>> {
  if (!settings.urls.traces) return nowhere
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api')
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { JsonTraceSerializer: serializer, TraceExporterMetricsHelper: helper } = await import(
    '@opentelemetry/otlp-transformer'
  )
  let ids = { traceId: '', spanId: '' }
  const exporter = await otlpExporter({ signal: 'traces', serializer, helper }, settings, log)
  const exportTimeoutMillis = settings.withinMs + 500
  const provider = new TracerProvider({
    resource: await resourceFor(settings),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis })],
  })
  const tracer = provider.getTracer(...scope)
  return {
    send({ traceId, spanId, parentId, ...span }) {
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
    flush: () => provider.forceFlush({ timeoutMillis: exportTimeoutMillis }).catch(() => {}),
  }
}

export async function metricSink(settings: OtlpSettings, log: Telemetry['log']): Promise<OtlpSink<Measured>> {
  if (!settings.urls.metrics) return nowhere
  const { MeterProvider, PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics')
  const { JsonMetricsSerializer: serializer, MetricsExporterMetricsHelper: helper } = await import(
    '@opentelemetry/otlp-transformer'
  )
  const exporter = await otlpExporter({ signal: 'metrics', serializer, helper }, settings, log)
  const exportTimeoutMillis = settings.withinMs + 500
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000, exportTimeoutMillis })
  const provider = new MeterProvider({ resource: await resourceFor(settings), readers: [reader] })
  const meter = provider.getMeter(...scope)
  const made = Object.entries(histograms).map(([name, { unit, boundaries }]) => {
    const advice = { explicitBucketBoundaries: [...boundaries] }
    return [name, meter.createHistogram(name, { unit, advice })] as const
  })
  const instruments = new Map(made)
  return {
    send: ({ name, value, about }) => instruments.get(name)?.record(value, defined(about)),
    flush: () => provider.forceFlush({ timeoutMillis: exportTimeoutMillis }).catch(() => {}),
  }
}

export async function eventSink(settings: OtlpSettings, log: Telemetry['log']): Promise<OtlpSink<LogEvent>> {
  if (!settings.urls.logs) return nowhere
  const { ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } = await import('@opentelemetry/api')
  const { BatchLogRecordProcessor, LoggerProvider } = await import('@opentelemetry/sdk-logs')
  const { JsonLogsSerializer: serializer, LogsExporterMetricsHelper: helper } = await import(
    '@opentelemetry/otlp-transformer'
  )
  const exporter = await otlpExporter({ signal: 'logs', serializer, helper }, settings, log)
  const exportTimeoutMillis = settings.withinMs + 500
  const processors = [new BatchLogRecordProcessor({ exporter, exportTimeoutMillis })]
  const provider = new LoggerProvider({ resource: await resourceFor(settings), processors })
  const logger = provider.getLogger(...scope)
  return {
    send({ name, at, attributes, traceId, spanId }) {
      const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
      const context = trace.setSpanContext(ROOT_CONTEXT, parent)
      const severityNumber = SeverityNumber.INFO
      logger.emit({ eventName: name, timestamp: new Date(at), attributes: { ...attributes }, context, severityNumber })
    },
    flush: () => provider.forceFlush({ timeoutMillis: exportTimeoutMillis }).catch(() => {}),
  }
}

/** The user's variables win. */
async function resourceFor({ resource }: OtlpSettings) {
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources')
  const ours = { 'service.name': 'convene', 'service.version': manifest.version }
  return defaultResource().merge(resourceFromAttributes({ ...ours, ...resource }))
}

function defined(attributes: Attributes): { [name: string]: string | number | boolean | string[] } {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? [...value] : value]],
    ),
  )
}
