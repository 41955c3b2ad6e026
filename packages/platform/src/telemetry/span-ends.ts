import type { Event } from '@convene/domain'
import { type Attributes, messageAttribute, totalAttributes } from './attributes.ts'
import { effectSpanId, runSpanId, taskSpanId } from './span-ids.ts'

/** How a span ended; `failure` is a code. */
export type SpanEnd = { readonly spanId: string; readonly attributes: Attributes; readonly failure: string | undefined }

export function spanEndOf(event: Event, content: boolean): SpanEnd | undefined {
  switch (event.type) {
    case 'run.finished': {
      const failure = event.data.state === 'failed' ? event.data.reason : undefined
      return end(runSpanId(event), { ...totalAttributes(event), ...said(content, event.data.summary) }, failure)
    }
    case 'task.finished':
      return end(taskSpanId(event, event.task), said(content, event.data.report), event.data.error?.code)
    case 'model.replied': {
      const finish = { 'gen_ai.response.finish_reasons': [event.data.finish] }
      return end(effectSpanId(event, event.data.effect), { ...finish, ...said(content, event.data.text) })
    }
    case 'model.failed':
      return end(effectSpanId(event, event.data.effect), {}, event.data.code)
    case 'tool.finished': {
      const { effect, ok, output } = event.data
      const result = content ? { 'gen_ai.tool.call.result': output } : {}
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

const said = (content: boolean, text: string): Attributes =>
  content ? { 'gen_ai.output.messages': messageAttribute('assistant', text) } : {}
