import { type ContextLine, items, type ModelRequest } from '@convene/domain'
import type { FailureCode, Model, ModelPart } from '@convene/engine'
import { aiSdkModel, aiSdkProblem, isAiSdk } from '@convene/models'
import { z } from 'zod'
import { ConveneError } from './error.ts'
import type { ConveneOptions, ModelFunction, ModelMessage } from './types.ts'

type OwnModel = NonNullable<ConveneOptions['models']>[string]

/** A model of the calling program. Throws if it is not one. */
export function modelOf(name: string, given: OwnModel): Model {
  if (isAiSdk(given)) {
    const message = aiSdkProblem(name, given)
    if (message !== undefined) throw new ConveneError({ code: 'bad_model', message })
    return aiSdkModel(given)
  }
  if (typeof given === 'function') return modelOfFunction(given)
  const message = `models.${name} is not a model. Use a function, or a model or provider of the AI SDK.`
  throw new ConveneError({ code: 'bad_model', message })
}

/** A function as a model. An error fails the call, and is not retried. */
function modelOfFunction(answer: ModelFunction): Model {
  return {
    async *stream(request, signal) {
      const said = { text: false, calls: false }
      try {
        if (signal.aborted) return
        for await (const piece of untilAborted(answer(callOf(request, signal as AbortSignal)), signal as AbortSignal)) {
          const part = partOf(piece, said)
          yield part
          if (part.type === 'finish' || part.type === 'failed') return
        }
        if (!signal.aborted) yield partOf({ type: 'finish' }, said)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        yield { type: 'failed', code: 'server_error', message, retryable: false }
      }
    },
  }
}

const callOf = (request: ModelRequest, signal: AbortSignal): Parameters<ModelFunction>[0] => ({
  model: request.model.slice(request.model.indexOf('/') + 1),
  agent: request.agent,
  system: request.system,
  messages: [...items(request.lines)].map(messageOf),
  tools: request.tools.map(({ name, description, input }) => ({ name, description, input })),
  maxOutputTokens: request.maxOutput,
  signal,
})

function messageOf(line: ContextLine): ModelMessage {
  if (line.role === 'user') return { role: 'user', text: line.text }
  if (line.role === 'tool') return { role: 'tool', text: line.output, call: line.call, tool: line.tool, ok: line.ok }
  return {
    role: 'assistant',
    text: line.text,
    calls: line.calls.map(({ id, tool, input }) => ({ id, tool, input })),
  }
}

/** What the function says, and nothing more after an abort, even if it ignores it. */
async function* untilAborted(said: ReturnType<ModelFunction>, signal: AbortSignal): AsyncGenerator<unknown> {
  const pieces = piecesOf(said)
  const aborted = Promise.withResolvers<{ readonly done: true; readonly value: undefined }>()
  const stop = () => aborted.resolve({ done: true, value: undefined })
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const next = pieces.next()
      next.catch(() => {})
      const { done, value } = await Promise.race([next, aborted.promise])
      if (done || signal.aborted) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    void pieces.return(undefined).catch(() => {})
  }
}

async function* piecesOf(said: ReturnType<ModelFunction>): AsyncGenerator<unknown> {
  if (typeof said === 'object' && Symbol.asyncIterator in said) yield* said
  else yield await said
}

const tokens = z.int().nonnegative()
const Usage = z.object({ input: tokens, output: tokens, cached: tokens.default(0) })
const codes = [
  ...['rate_limited', 'overloaded', 'server_error', 'timeout', 'network', 'stream_truncated', 'protocol'],
  ...['unauthorized', 'not_found', 'bad_request', 'refused', 'context_overflow', 'empty_reply', 'not_configured'],
] as const satisfies readonly FailureCode[]

/** Pieces are checked: programs in plain JavaScript have no compiler, and the log must be able to store them. */
const Piece = z.union([
  z.string().transform((text) => ({ type: 'text', text }) as const),
  z.object({ type: z.enum(['text', 'reasoning']), text: z.string() }),
  z.object({ type: z.literal('call'), tool: z.string().min(1), input: z.json(), invalid: z.string().optional() }),
  z.object({ type: z.literal('finish'), finish: z.enum(['stop', 'length']).optional(), usage: Usage.optional() }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    code: z.enum(codes).default('server_error'),
    retryable: z.boolean().default(false),
    retryAfterMs: z.number().nonnegative().optional(),
  }),
])

type Finish = Extract<z.output<typeof Piece>, { type: 'finish' }>

function partOf(piece: unknown, said: { text: boolean; calls: boolean }): ModelPart {
  const read = Piece.safeParse(piece)
  if (!read.success) throw new Error(`The model gave something that is not part of an answer: ${shown(piece)}.`)
  const part = read.data
  if (part.type === 'text') said.text ||= part.text.trim() !== ''
  if (part.type === 'call') said.calls = true
  if (part.type === 'finish') return finishOf(part, said)
  return JSON.parse(JSON.stringify(part)) as ModelPart
}

function finishOf({ finish, usage }: Finish, { text, calls }: { text: boolean; calls: boolean }): ModelPart {
  const isEmpty = !text && !calls && finish !== 'length'
  if (isEmpty)
    return { type: 'failed', code: 'empty_reply', message: 'The model gave an empty answer.', retryable: true }
  return { type: 'finish', finish: finish ?? (calls ? 'tools' : 'stop'), usage: usage ?? null }
}

const shown = (piece: unknown): string => {
  try {
    return (JSON.stringify(piece) ?? String(piece)).slice(0, 200)
  } catch {
    return typeof piece
  }
}
