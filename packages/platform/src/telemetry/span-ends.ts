import type { Event, Finish } from '@convene/domain'
import { type Attributes, totalAttributes } from './attributes.ts'
import { cut, outputMessage } from './messages.ts'
import { effectSpanId, runSpanId, taskSpanId } from './span-ids.ts'

/** How a span ended. `failure` is a code. */
export type SpanEnd = { readonly spanId: string; readonly attributes: Attributes; readonly failure: string | undefined }

/** Our finish reasons in the conventions' terms. */
const finishes: { readonly [ours in Finish]: string } = { stop: 'stop', length: 'length', tools: 'tool_call' }

/** `reasoning` is the reasoning of the span's model, if known. */
export function spanEndOf(
  event: Event,
  content: boolean,
  reasoning: (spanId: string) => string | undefined,
): SpanEnd | undefined {
  const said = (answer: Parameters<typeof outputMessage>[0]): Attributes =>
    content ? { 'gen_ai.output.messages': JSON.stringify([outputMessage(answer)]) } : {}
  switch (event.type) {
    case 'run.finished': {
      const failure = event.data.state === 'failed' ? event.data.reason : undefined
      const text = said({ text: event.data.summary, finish: 'stop' })
      return end(runSpanId(event), { ...totalAttributes(event), ...text }, failure)
    }
    case 'task.finished': {
      const { report, error } = event.data
      const text = said({ text: report, finish: error ? 'error' : 'stop' })
      return end(taskSpanId(event, event.task), text, error?.code)
    }
    case 'model.replied': {
      const { effect, text, calls } = event.data
      const spanId = effectSpanId(event, effect)
      const finish = finishes[event.data.finish]
      const answer = said({ text, calls, finish, reasoning: reasoning(spanId) })
      return end(spanId, { 'gen_ai.response.finish_reasons': [finish], ...answer })
    }
    case 'model.failed':
      return end(effectSpanId(event, event.data.effect), {}, event.data.code)
    case 'tool.finished': {
      const { effect, ok, output } = event.data
      const result = content ? { 'gen_ai.tool.call.result': cut(output) } : {}
      return effect && end(effectSpanId(event, effect), result, ok ? undefined : 'tool_failed')
    }
    case 'effect.aborted':
      return end(effectSpanId(event, event.data.effect), {}, 'aborted')
    case 'effect.lost':
      return end(effectSpanId(event, event.data.effect), {}, 'lost')
    default:
      return undefined
  }
}

const end = (spanId: string, attributes: Attributes, failure?: string): SpanEnd => ({
  spanId,
  attributes: failure ? { ...attributes, 'error.type': failure } : attributes,
  failure,
})
