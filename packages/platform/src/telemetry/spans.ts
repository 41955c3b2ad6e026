import type { Event, EventOf } from '@convene/domain'
import { usageAttributes } from './attributes.ts'
import { spanEndOf } from './span-ends.ts'
import { effectSpanId } from './span-ids.ts'
import { type CalledTool, type OpenSpan, resumedStartOf, startOf } from './span-starts.ts'

export type FinishedSpan = OpenSpan & { readonly end: number; readonly failure: string | undefined }

/** More than any process has open. A log with spans that never end must not grow without bound. */
const mostRemembered = 20_000

/**
 * Turns appends into spans: run → task → model call and tool call, each returned once, when it ends. A run or task that
 * another process started is returned by the process that sees its end, marked `convene.resumed`.
 */
export function spanMaker({ content }: { readonly content: boolean }): (append: readonly Event[]) => FinishedSpan[] {
  const open = new Map<string, OpenSpan>()
  const firstSeen = new Map<string, number>()
  const called = new Map<string, CalledTool>()

  const begin = (event: Event) => {
    if (!firstSeen.has(runOf(event))) remember(firstSeen, runOf(event), event.at)
    if (event.type === 'tool.called') remember(called, callOf(event), event.data)
    const tool = event.type === 'effect.started' ? called.get(callOf(event)) : undefined
    const span = startOf(event, tool, content)
    if (span) remember(open, span.spanId, span)
    if (event.type === 'usage') addUsage(open, event)
  }
  const finish = (event: Event): FinishedSpan | undefined => {
    const end = spanEndOf(event, content)
    const span = end && (open.get(end.spanId) ?? resumedStartOf(event, firstSeen.get(runOf(event))))
    if (!span) return undefined
    open.delete(end.spanId)
    if (event.type === 'run.finished') firstSeen.delete(runOf(event))
    if (event.type === 'tool.finished') called.delete(callOf(event))
    return { ...span, attributes: { ...span.attributes, ...end.attributes }, end: event.at, failure: end.failure }
  }
  return (append) => {
    // All starts first: the usage of a call is in the same append as its end, in either order.
    append.forEach(begin)
    return append.flatMap((event) => finish(event) ?? [])
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest)
}

function addUsage(open: Map<string, OpenSpan>, event: EventOf<'usage'>): void {
  const id = effectSpanId(event, event.data.effect)
  const span = open.get(id)
  if (span) open.set(id, { ...span, attributes: { ...span.attributes, ...usageAttributes(event) } })
}

const runOf = (event: Event): string => `${event.session} ${event.run}`

const callOf = (event: EventOf<'tool.called' | 'tool.finished' | 'effect.started'>): string =>
  `${runOf(event)} ${event.task} ${event.data.call}`
