import type { Event, EventOf } from '@convene/domain'
import {
  type Attributes,
  agentAttributes,
  messageAttribute,
  modelAttributes,
  placeAttributes,
  runAttributes,
  toolAttributes,
} from './attributes.ts'
import { effectSpanId, runSpanId, taskSpanId, traceIdOf } from './span-ids.ts'

/** A span that is not over yet. */
export type OpenSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: 'internal' | 'client'
  readonly start: number
  readonly attributes: Attributes
}

export type CalledTool = EventOf<'tool.called'>['data']

const resumed = { 'convene.resumed': true }

export function startOf(event: Event, called: CalledTool | undefined, content: boolean): OpenSpan | undefined {
  switch (event.type) {
    case 'run.started':
      return runSpan(event, event.at, `run ${event.data.mode}`, runAttributes(event))
    case 'task.assigned': {
      const asked = content ? { 'gen_ai.input.messages': messageAttribute('user', event.data.description) } : {}
      return taskSpan(event, event.at, asked)
    }
    case 'effect.started':
      return event.data.kind === 'model' ? modelSpan(event) : toolSpan(event, called, content)
    default:
      return undefined
  }
}

/** A span that another process started. Model and tool calls do not outlive their process, so theirs never end here. */
export function resumedStartOf(event: Event, firstSeen = event.at): OpenSpan | undefined {
  if (event.type === 'run.finished') return runSpan(event, firstSeen, 'run', resumed)
  if (event.type === 'task.finished') return taskSpan(event, event.at - event.data.ms, resumed)
  return undefined
}

function runSpan(event: Event, start: number, name: string, attributes: Attributes): OpenSpan {
  return {
    traceId: traceIdOf(event),
    spanId: runSpanId(event),
    parentId: undefined,
    name,
    kind: 'internal',
    start,
    attributes: { ...placeAttributes(event), ...attributes },
  }
}

function taskSpan(event: Event, start: number, attributes: Attributes): OpenSpan {
  const agent = event.agent ?? 'agent'
  return {
    traceId: traceIdOf(event),
    spanId: taskSpanId(event, event.task),
    parentId: isTask(event.parent) ? taskSpanId(event, event.parent) : runSpanId(event),
    name: `invoke_agent ${agent}`,
    kind: 'internal',
    start,
    attributes: { ...placeAttributes(event), ...agentAttributes(agent), ...attributes },
  }
}

function modelSpan(event: EventOf<'effect.started'>): OpenSpan {
  const { model = '' } = event.data
  return { ...effectSpan(event, modelAttributes(model)), name: `chat ${model}`, kind: 'client' }
}

function toolSpan(event: EventOf<'effect.started'>, called: CalledTool | undefined, content: boolean): OpenSpan {
  const tool = called?.tool ?? 'tool'
  const input = called && content ? { 'gen_ai.tool.call.arguments': JSON.stringify(called.input) } : {}
  const attributes = { ...toolAttributes(tool, event.data.call ?? ''), ...input }
  return { ...effectSpan(event, attributes), name: `execute_tool ${tool}` }
}

function effectSpan(event: EventOf<'effect.started'>, attributes: Attributes): OpenSpan {
  return {
    traceId: traceIdOf(event),
    spanId: effectSpanId(event, event.data.effect),
    parentId: taskSpanId(event, event.task),
    name: event.data.kind,
    kind: 'internal',
    start: event.at,
    attributes: {
      ...placeAttributes(event),
      'gen_ai.agent.name': event.agent,
      'convene.attempt': event.data.attempt,
      ...attributes,
    },
  }
}

/** A root task's parent is its run's number. A child's parent is a task id, which is a path. */
const isTask = (parent: string | undefined): parent is string => parent?.includes('/') === true
