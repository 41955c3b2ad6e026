import type { Environment } from '../processes/environment.ts'
import type { LogLevel } from './event-line.ts'
import { type FlushingTelemetry, fileLog } from './file-log.ts'
import { otlpSettings } from './otlp-settings.ts'

const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

/**
 * Logs under `home` at the level in CONVENE_LOG, and sends traces, metrics and events if OTEL_EXPORTER_OTLP_ENDPOINT or
 * a signal's own address is set. They include conversation text only if that is enabled. Nothing is sent anywhere else.
 */
export async function telemetryFor(environment: Environment, home: string): Promise<FlushingTelemetry> {
  const level = levels.find((name) => name === environment.CONVENE_LOG?.toLowerCase())
  const log = fileLog({ home, level, now: Date.now, environment })
  const settings = otlpSettings(environment)
  if (!settings) return log
  const { traces } = await import('./traces.ts')
  return both(log, await traces(settings, log.log))
}

function both(one: FlushingTelemetry, other: FlushingTelemetry): FlushingTelemetry {
  return {
    ...other,
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
