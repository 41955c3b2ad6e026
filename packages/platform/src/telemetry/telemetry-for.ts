import type { Environment } from '../processes/environment.ts'
import type { Level } from './event-line.ts'
import { type FlushingTelemetry, fileLog } from './file-log.ts'

const levels: readonly Level[] = ['error', 'warn', 'info', 'debug']

/**
 * Logs under `home` at the level of CONVENE_LOG, and traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. Traces include
 * message text only with CONVENE_TRACE_CONTENT=1. Nothing is sent anywhere else.
 */
export async function telemetryFor(environment: Environment, home: string): Promise<FlushingTelemetry> {
  const level = levels.find((name) => name === environment.CONVENE_LOG?.toLowerCase())
  const log = fileLog({ home, level, now: Date.now, environment })
  const endpoint = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return log
  const { traces } = await import('./traces.ts')
  const content = environment.CONVENE_TRACE_CONTENT === '1'
  const withinMs = Number(environment.OTEL_EXPORTER_OTLP_TIMEOUT) || undefined
  return both(log, await traces({ endpoint, content, log: log.log, ...(withinMs && { withinMs }) }))
}

function both(one: FlushingTelemetry, other: FlushingTelemetry): FlushingTelemetry {
  return {
    log(...line) {
      one.log(...line)
      other.log(...line)
    },
    recorded(events) {
      one.recorded(events)
      other.recorded(events)
    },
    async flush() {
      await other.flush()
      await one.flush()
    },
  }
}
