import type { EventOf, Json } from '@convene/domain'
import type { Attributes } from './attributes.ts'
import { runSpanId } from './span-ids.ts'
import type { FinishedSpan } from './spans.ts'
import type { TraceContext } from './trace-context.ts'

/** An OpenTelemetry event: a log record with a name. */
export type LogEvent = TraceContext & {
  readonly name: string
  readonly at: number
  readonly attributes: { readonly [name: string]: Json }
}

/** Attributes that contain conversation text. */
const messages = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
]
const texts = new Set([...messages, 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'])

export const withoutContent = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !texts.has(name)))

/** A model call with its messages, separate from its span. On events, messages are data, not text. */
export function callDetails({ traceId, spanId, end, attributes }: FinishedSpan): LogEvent | undefined {
  if (attributes['gen_ai.operation.name'] !== 'chat') return undefined
  const known = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [[name, messages.includes(name) ? JSON.parse(String(value)) : value]]
  })
  const name = 'gen_ai.client.inference.operation.details'
  return { name, traceId, spanId, at: end, attributes: Object.fromEntries(known) }
}

/** A judge's verdict on an iteration. Its reasons count as text. */
export function evaluationResult(event: EventOf<'evaluation'>, content: boolean, traceId: string): LogEvent {
  const { score, met, rationale } = event.data
  return {
    name: 'gen_ai.evaluation.result',
    traceId,
    spanId: runSpanId(event),
    at: event.at,
    attributes: {
      'gen_ai.evaluation.name': 'goal_met',
      'gen_ai.evaluation.score.value': score,
      'gen_ai.evaluation.score.label': met ? 'pass' : 'fail',
      ...(content && { 'gen_ai.evaluation.explanation': rationale }),
    },
  }
}
