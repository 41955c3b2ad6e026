import type { Event } from '@convene/domain'
import type { Telemetry } from '@convene/engine'
import type { FlushingTelemetry } from './file-log.ts'
import { callDetails, evaluationResult, withoutContent } from './log-events.ts'
import { measuredIn } from './metrics.ts'
import { observed } from './observe.ts'
import type { OtlpSettings } from './otlp-settings.ts'
import { eventSink, metricSink, spanSink } from './otlp-sinks.ts'
import { type FinishedSpan, spanMaker } from './spans.ts'

/**
 * Sends spans, metrics and events of runs to OTLP/HTTP collectors. If a collector is unreachable, only the data is
 * lost.
 */
export async function traces(settings: OtlpSettings, log: Telemetry['log'] = () => {}): Promise<FlushingTelemetry> {
  const content = settings.content.spans || settings.content.events
  const maker = spanMaker({ content })
  const [spans, metrics, events] = await Promise.all([
    spanSink(settings, log),
    metricSink(settings, log),
    eventSink(settings, log),
  ])
  const sendSpan = (span: FinishedSpan) => {
    measuredIn(span).forEach(metrics.send)
    const details = settings.content.events ? callDetails(span) : undefined
    if (details) events.send(details)
    spans.send(settings.content.spans ? span : { ...span, attributes: withoutContent(span.attributes) })
  }
  const send = (append: readonly Event[]) => {
    for (const event of append)
      if (event.type === 'evaluation') events.send(evaluationResult(event, content, maker.traceOf(event)))
    maker.spansOf(append).forEach(sendSpan)
  }
  return {
    log: () => {},
    recorded: (append) => safely(log, () => send(append)),
    opened: (session) => safely(log, () => maker.opened(session)),
    observe: (ports) => observed(ports, { spans: maker, content, ticks: () => performance.now() }),
    async flush() {
      await Promise.all([spans.flush(), metrics.flush(), events.flush()])
    },
  }
}

/** An error in here must not reach a run. */
function safely(log: Telemetry['log'], work: () => void): void {
  try {
    work()
  } catch (error) {
    log('warn', 'trace_failed', `Could not create a span: ${error}`)
  }
}
