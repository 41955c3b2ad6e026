import type { Event, EventOf, Session } from '@convene/domain'
import { type Attributes, addedUsage, usageAttributes } from './attributes.ts'
import { contextOfRun, contextOfStart, type RunContext } from './run-context.ts'
import { spanEndOf } from './span-ends.ts'
import { effectSpanId, taskSpanId, traceIdOf } from './span-ids.ts'
import { type CalledTool, type Known, type OpenSpan, resumedStartOf, startOf } from './span-starts.ts'
import type { TraceContext } from './trace-context.ts'

export type FinishedSpan = OpenSpan & { readonly end: number; readonly failure: string | undefined }

/** A running call, as its callers identify it: a tool call, or without one the task's model call. */
export type RunningCall = { readonly session: string; readonly task: string; readonly call?: string }

export type SpanMaker = {
  /** The spans that an append ends. */
  spansOf(append: readonly Event[]): FinishedSpan[]
  /** Registers a session that another process worked on, so its run keeps its name and its trace. */
  opened(session: Session): void
  /** The trace of an event's run. */
  traceOf(event: Event): string
  /** Where a running call is in its trace. */
  contextOf(call: RunningCall): TraceContext | undefined
  /** Adds what only the call itself knows. */
  note(call: RunningCall, attributes: Attributes, reasoning?: string): void
}

/** More than any process has open. A log with spans that never end must not use unlimited memory. */
const mostRemembered = 20_000
/** A context contains a whole team, and a run's follow-ups may come long after its end. */
const mostRuns = 500

/**
 * Turns appends into spans: run → task → model call and tool call, each returned once, when it ends. A run or task that
 * another process started is returned by the process that sees its end, marked `convene.resumed`.
 */
export function spanMaker({ content }: { readonly content: boolean }): SpanMaker {
  const open = new Map<string, OpenSpan>()
  const runs = new Map<string, RunContext>()
  const called = new Map<string, CalledTool>()
  const running = new Map<string, string>()
  const known = (event: Event, tool?: CalledTool): Known => ({ run: runs.get(runOf(event)), called: tool, content })
  const change = (id: string, more: (span: OpenSpan) => OpenSpan) => {
    const span = open.get(id)
    if (span) open.set(id, more(span))
  }

  const begin = (event: Event) => {
    if (event.type === 'run.started') remember(runs, runOf(event), contextOfStart(event), mostRuns)
    if (event.type === 'tool.called') remember(called, callOf(event), event.data)
    const tool = event.type === 'effect.started' ? called.get(callOf(event)) : undefined
    const span = startOf(event, known(event, tool))
    if (span) remember(open, span.spanId, span)
    if (event.type === 'effect.started') remember(running, runningOf(event), effectSpanId(event, event.data.effect))
    if (event.type === 'usage') addUsage(event, change)
  }
  const finish = (event: Event): FinishedSpan | undefined => {
    const end = spanEndOf(event, content, (id) => open.get(id)?.reasoning)
    const span = end && (open.get(end.spanId) ?? resumedStartOf(event, known(event)))
    if (event.type === 'tool.finished') called.delete(callOf(event))
    if (!span) return undefined
    open.delete(end.spanId)
    return { ...span, attributes: { ...span.attributes, ...end.attributes }, end: event.at, failure: end.failure }
  }
  const spanOf = ({ session, task, call = '' }: RunningCall) =>
    open.get(running.get(`${session} ${task} ${call}`) ?? '')

  return {
    spansOf(append) {
      // All starts first: the usage of a call is in the same append as its end, in either order.
      append.forEach(begin)
      return append.flatMap((event) => finish(event) ?? [])
    },
    opened(session) {
      const context = contextOfRun(session)
      if (context) remember(runs, `${session.id} ${session.run?.id}`, context, mostRuns)
    },
    traceOf: (event) => runs.get(runOf(event))?.caller?.traceId ?? traceIdOf(event),
    contextOf: spanOf,
    note: (call, attributes, reasoning) =>
      change(spanOf(call)?.spanId ?? '', (span) => noted(span, attributes, reasoning)),
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value, most = mostRemembered): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

const noted = (span: OpenSpan, more: Attributes, reasoning?: string): OpenSpan => ({
  ...span,
  ...(reasoning && { reasoning }),
  attributes: { ...span.attributes, ...more },
})

/** A call's usage counts for the call itself and for its agent. */
function addUsage(event: EventOf<'usage'>, change: (id: string, more: (span: OpenSpan) => OpenSpan) => void): void {
  const used = usageAttributes(event)
  const { effect } = event.data
  change(effectSpanId(event, effect), (span) => ({ ...span, attributes: { ...span.attributes, ...used } }))
  const task = taskSpanId(event, event.task)
  change(task, (span) => ({ ...span, attributes: addedUsage(span.attributes, used) }))
}

const runOf = (event: Event): string => `${event.session} ${event.run}`

const runningOf = ({ session, task, data }: EventOf<'effect.started'>): string =>
  `${session} ${task} ${data.kind === 'tool' ? data.call : ''}`

const callOf = (event: EventOf<'tool.called' | 'tool.finished' | 'effect.started'>): string =>
  `${runOf(event)} ${event.task} ${event.data.call}`
