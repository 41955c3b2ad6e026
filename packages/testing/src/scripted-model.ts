import { type CallId, type ContextLine, listOf, type ModelRequest, type SessionId } from '@convene/domain'
import type { ModelPart as EnginePart, FailureCode } from '@convene/engine'
import type { ModelCall, ModelPart } from '@convene/sdk'
import * as testkit from '@convene/testkit'
import type { Saying, ScriptedModel, ScriptedRequest, ScriptLine } from './types.ts'

type Answers = (request: ScriptedRequest) => ScriptLine | string | undefined

/** The model says this, and may call tools. */
export const says = (text: string, more: Saying = {}): ScriptLine => testkit.says(text, sayingOf(more))

/** The model calls one tool. */
export const calls = (tool: string, input: object, more: Saying & { readonly text?: string } = {}): ScriptLine =>
  says(more.text ?? '', { ...more, calls: [{ tool, input }] })

/**
 * The call fails, for example with `rate_limited`, `overloaded` or `unauthorized`. The code decides whether it is
 * retried.
 */
export const fails = (
  code: string,
  more: { readonly message?: string; readonly retryAfterMs?: number; readonly after?: string } = {},
): ScriptLine => testkit.fails(code as FailureCode, more)

/** The model says nothing more until it is aborted. */
export const hangs = (after = ''): ScriptLine => testkit.hangs(after)

/** The answer ends in the middle, and is retried. */
export const breaksOff = (after = ''): ScriptLine => testkit.breaksOff(after)

/** The line is for this agent only, by its name or slug: agents that are asked in parallel come in no particular order. */
export const speaker = (agent: string, line: ScriptLine): ScriptLine => ({ ...line, agent: slugOf(agent) })

/** `Devil's Advocate` asks as `devils-advocate`. */
const slugOf = (agent: string): string =>
  agent
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '')

/** Answers by a rule instead of a list. Undefined means an unscripted request. */
export function answers(answer: Answers): { readonly answer: Answers } {
  return { answer }
}

/** The lines in order, one per request, or `answers(…)`. */
export function scriptedModel(
  ...script: readonly ScriptLine[] | readonly [{ readonly answer: Answers }]
): ScriptedModel {
  const [first] = script
  const inner =
    first && 'answer' in first
      ? testkit.scriptedModel(testkit.answers((request) => first.answer(publicOf(request)) as testkit.ScriptLine))
      : testkit.scriptedModel(...(script as readonly testkit.ScriptLine[]))
  const model: ScriptedModel = Object.assign((call: ModelCall) => partsOf(inner, call), {
    open: inner.open,
    add: (...lines: readonly ScriptLine[]) => inner.add(...(lines as readonly testkit.ScriptLine[])),
    until: (condition: (model: ScriptedModel) => boolean) => inner.until(() => condition(model)),
    assertSpent: inner.assertSpent,
    requests: [],
    aborted: [],
  })
  for (const list of ['requests', 'aborted'] as const)
    Object.defineProperty(model, list, { get: () => inner[list].map(publicOf), enumerable: true })
  return model
}

async function* partsOf(inner: testkit.ScriptedModel, call: ModelCall): AsyncGenerator<ModelPart> {
  for await (const part of inner.stream(requestOf(call), call.signal)) {
    if (part.type !== 'progress') yield publicPart(part)
    if (part.type === 'finish' || part.type === 'failed') return
  }
  if (!call.signal.aborted)
    yield { type: 'failed', code: 'stream_truncated', message: 'The script breaks off.', retryable: true }
}

function publicPart(part: Exclude<EnginePart, { type: 'progress' }>): ModelPart {
  if (part.type !== 'finish') return part as ModelPart
  const { finish, usage } = part
  return { type: 'finish', ...(finish === 'length' && { finish }), ...(usage && { usage }) }
}

/** The engine's request, with the original call attached, so a script sees what the program saw. */
const requestOf = (call: ModelCall): ModelRequest & { readonly call: ModelCall } => ({
  call,
  session: '' as SessionId,
  model: call.model,
  system: call.system,
  lines: listOf(...call.messages.map(lineOf)),
  tools: [],
  maxOutput: call.maxOutputTokens,
  idleMs: 0,
  workspace: '',
  directory: '',
  agent: call.agent,
  conversation: '',
})

function lineOf(message: ModelCall['messages'][number]): ContextLine {
  if (message.role === 'user') return message
  if (message.role === 'assistant') return { role: 'assistant', text: message.text, calls: [] }
  return { role: 'tool', call: message.call as CallId, tool: message.tool, ok: message.ok, output: message.text }
}

function publicOf(request: testkit.ScriptedRequest): ScriptedRequest {
  const { call } = request as testkit.ScriptedRequest & { readonly call: ModelCall }
  return { ...call, heading: request.heading, turn: request.turn }
}

const sayingOf = ({ usage, ...more }: Saying): Parameters<typeof testkit.says>[1] =>
  ({ ...more, ...(usage && { usage: { cached: 0, ...usage } }) }) as Parameters<typeof testkit.says>[1]
