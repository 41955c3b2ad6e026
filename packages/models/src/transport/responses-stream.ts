import { GAP, isObject, passedOver, unreadable } from './skippable-event.ts'
import { tidyEvents } from './tidy-events.ts'

/** Events with nothing we use. If a field is missing in one of them, the package discards the whole answer. */
const UNUSED = /^response\.(created|in_progress|queued|output_text\.annotation\.added)$/

/**
 * Responses as the provider's package expects them. Servers with open models stream the reasoning itself. The package
 * does not know these events, so they are passed on as summaries. After an event that is not JSON, the package reports
 * a failure even if the answer is complete, so a gap in the text takes its place.
 */
export function responsesStream(): (chunk: Uint8Array | undefined) => Uint8Array {
  let lastText: object | undefined
  return tidyEvents((data) => {
    const event = fieldsIn(data)
    if (!event) {
      if (passedOver(unreadable(data)) === undefined) return data
      return lastText && JSON.stringify({ ...lastText, delta: GAP })
    }
    const { type } = event
    if (typeof type === 'string' && UNUSED.test(type)) return undefined
    if (type === 'response.output_text.delta') lastText = event
    if (type !== 'response.reasoning_text.delta') return data
    return JSON.stringify({ ...event, type: 'response.reasoning_summary_text.delta', summary_index: 0 })
  })
}

function fieldsIn(data: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
