import type { Telemetry } from '@convene/engine'
import type { IExporterMetricsHelper, ISerializer } from '@opentelemetry/otlp-transformer'
import type { OtlpSettings, Signal } from './otlp-settings.ts'

/** How a signal is serialized, and counted by OpenTelemetry. */
type Form<Items, Response> = {
  readonly signal: Signal
  readonly serializer: ISerializer<Items, Response>
  readonly helper: IExporterMetricsHelper<Items>
}

/**
 * Sends one signal as JSON over HTTP. Headers, certificates and compression come from the standard variables. A
 * collector that does not accept it is logged once, until it accepts something again.
 */
export async function otlpExporter<Items, Response>(
  { signal, serializer, helper }: Form<Items, Response>,
  { urls, withinMs }: OtlpSettings,
  log: Telemetry['log'],
) {
  const { OTLPExporterBase } = await import('@opentelemetry/otlp-exporter-base')
  const http = await import('@opentelemetry/otlp-exporter-base/node-http')
  const url = urls[signal] ?? ''
  const json = { 'Content-Type': 'application/json' }
  const given = { url, timeoutMillis: withinMs }
  const options = http.convertLegacyHttpOptions(given, signal.toUpperCase(), `v1/${signal}`, json)
  const delegate = http.createOtlpHttpExportDelegate(options, serializer, `otlp_http_${signal}`, helper, undefined)
  const exporter = new OTLPExporterBase<Items>(delegate)
  let warned = false
  const deliver: typeof exporter.export = (items, done) =>
    exporter.export(items, (result) => {
      if (result.error && !warned)
        log('warn', `${signal}_not_delivered`, `${url} does not accept ${signal}: ${result.error.message}`)
      warned = result.error !== undefined
      done(result)
    })
  return { export: deliver, shutdown: () => exporter.shutdown(), forceFlush: () => exporter.forceFlush() }
}
