import { type Event, type EventOf, traitsOf } from '@convene/domain'
import {
  type Attributes,
  agentAttributes,
  modelAttributes,
  placeAttributes,
  toolAttributes,
  workflowAttributes,
} from './attributes.ts'
import { cut, userMessage } from './messages.ts'
import type { RunContext } from './run-context.ts'
import { effectSpanId, runSpanId, taskSpanId, traceIdOf } from './span-ids.ts'

/** A span that has not ended yet. */
export type OpenSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: 'internal' | 'client'
  readonly start: number
  readonly attributes: Attributes
  /** The model's reasoning, which its reply does not store. */
  readonly reasoning?: string
}

export type CalledTool = EventOf<'tool.called'>['data']

/** What is known when a span starts, beyond its event. */
export type Known = {
  readonly run: RunContext | undefined
  readonly called: CalledTool | undefined
  readonly content: boolean
}

const resumed = { 'convene.resumed': true }

export function startOf(event: Event, known: Known): OpenSpan | undefined {
  switch (event.type) {
    case 'run.started':
      return isAlone(known.run) ? undefined : runSpan(event, event.at, known.run)
    case 'task.assigned':
      return taskSpan(event, event.at, known, event.data.kind === 'plan' ? 'plan' : 'invoke_agent')
    case 'effect.started':
      return event.data.kind === 'model' ? modelSpan(event, known) : toolSpan(event, known)
    default:
      return undefined
  }
}

/** A span that another process started. Model and tool calls do not outlive their process, so theirs never end here. */
export function resumedStartOf(event: Event, known: Known): OpenSpan | undefined {
  const span = resumedSpan(event, known)
  return span && { ...span, attributes: { ...span.attributes, ...resumed } }
}

function resumedSpan(event: Event, known: Known): OpenSpan | undefined {
  if (event.type === 'run.finished' && !isAlone(known.run))
    return runSpan(event, known.run?.since ?? event.at, known.run)
  if (event.type === 'task.finished') return taskSpan(event, event.at - event.data.ms, known, 'invoke_agent')
  return undefined
}

/** A single agent is not a workflow: its own span is the top of the trace. */
const isAlone = (run: RunContext | undefined): boolean => traitsOf(run?.mode ?? '').alone

const traceOf = (event: Event, run: RunContext | undefined): string => run?.caller?.traceId ?? traceIdOf(event)

function runSpan(event: Event, start: number, run: RunContext | undefined): OpenSpan {
  return {
    traceId: traceOf(event, run),
    spanId: runSpanId(event),
    parentId: run?.caller?.spanId,
    name: `invoke_workflow ${run?.workflow ?? ''}`.trim(),
    kind: 'internal',
    start,
    attributes: { ...placeAttributes(event), ...workflowAttributes(run) },
  }
}

function taskSpan(
  event: EventOf<'task.assigned' | 'task.finished'>,
  start: number,
  { run, content }: Known,
  operation: 'invoke_agent' | 'plan',
): OpenSpan {
  const slug = event.agent ?? 'agent'
  const seat = run?.seats.get(slug)
  const asked = content && event.type === 'task.assigned' ? [userMessage(event.data.description)] : undefined
  return {
    traceId: traceOf(event, run),
    spanId: taskSpanId(event, event.task),
    parentId: parentOf(event, run),
    name: `${operation} ${seat?.name ?? slug}`,
    kind: 'internal',
    start,
    attributes: {
      ...placeAttributes(event),
      ...agentAttributes(operation, slug, seat),
      'gen_ai.input.messages': asked && JSON.stringify(asked),
    },
  }
}

function parentOf(event: Event, run: RunContext | undefined): string | undefined {
  if (isTask(event.parent)) return taskSpanId(event, event.parent)
  return isAlone(run) ? run?.caller?.spanId : runSpanId(event)
}

function modelSpan(event: EventOf<'effect.started'>, { run }: Known): OpenSpan {
  const attributes = modelAttributes(event.data.model ?? '')
  return { ...effectSpan(event, run, attributes), name: `chat ${attributes['gen_ai.request.model']}`, kind: 'client' }
}

function toolSpan(event: EventOf<'effect.started'>, { run, called, content }: Known): OpenSpan {
  const tool = called?.tool ?? 'tool'
  const input = called && content ? { 'gen_ai.tool.call.arguments': cut(JSON.stringify(called.input)) } : {}
  const attributes = { ...toolAttributes(tool, event.data.call ?? '', run?.tools[tool]), ...input }
  return { ...effectSpan(event, run, attributes), name: `execute_tool ${tool}` }
}

function effectSpan(event: EventOf<'effect.started'>, run: RunContext | undefined, attributes: Attributes): OpenSpan {
  const slug = event.agent ?? 'agent'
  return {
    traceId: traceOf(event, run),
    spanId: effectSpanId(event, event.data.effect),
    parentId: taskSpanId(event, event.task),
    name: event.data.kind,
    kind: 'internal',
    start: event.at,
    attributes: {
      ...placeAttributes(event),
      'gen_ai.agent.id': slug,
      'gen_ai.agent.name': run?.seats.get(slug)?.name ?? slug,
      'convene.attempt': event.data.attempt,
      ...attributes,
    },
  }
}

/** A root task's parent is its run's number. A child's parent is a task id, which is a path. */
const isTask = (parent: string | undefined): parent is string => parent?.includes('/') === true
