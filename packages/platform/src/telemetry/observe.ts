import type { ModelRequest } from '@convene/domain'
import type { Model, ModelResponse, ToolHost } from '@convene/engine'
import type { Attributes } from './attributes.ts'
import { inputMessages, systemInstructions, toolDefinitions } from './messages.ts'
import type { SpanMaker } from './spans.ts'
import { traceparentOf } from './trace-context.ts'

export type Observable = { readonly model: Model; readonly tools: ToolHost }

export type Observer = {
  readonly spans: Pick<SpanMaker, 'contextOf' | 'note'>
  readonly content: boolean
  /** Milliseconds that never go back. */
  ticks(): number
}

/** Reasoning is kept in memory until its call ends. */
const LONGEST_THOUGHT = 20_000

/**
 * The same model and tools. Each call learns its place in its trace, and adds to its span what is in no event: the
 * request, who answered, and when the first part arrived.
 */
export function observed({ model, tools }: Observable, observer: Observer): Observable {
  return {
    model: { stream: (request, signal) => observedStream(model, observer, request, signal) },
    tools: {
      inspect: (call) => tools.inspect(call),
      run(call, signal) {
        const context = observer.spans.contextOf(call)
        return tools.run(context ? { ...call, trace: traceparentOf(context) } : call, signal)
      },
    },
  }
}

async function* observedStream(
  model: Model,
  { spans, content, ticks }: Observer,
  request: ModelRequest,
  signal: Parameters<Model['stream']>[1],
): ReturnType<Model['stream']> extends AsyncIterable<infer Part> ? AsyncGenerator<Part> : never {
  const call = { session: request.session, task: request.conversation }
  const context = spans.contextOf(call)
  if (!context) return yield* model.stream(request, signal)
  spans.note(call, requestAttributes(request, content))
  const startedAt = ticks()
  let reasoning = ''
  let hasBegun = false
  for await (const part of model.stream({ ...request, trace: traceparentOf(context) }, signal)) {
    if (!hasBegun && part.type !== 'failed')
      spans.note(call, { 'gen_ai.response.time_to_first_chunk': (ticks() - startedAt) / 1_000 })
    hasBegun = true
    if (content && part.type === 'reasoning' && reasoning.length < LONGEST_THOUGHT) reasoning += part.text
    if (part.type !== 'finish') yield part
    else {
      const { response, ...end } = part
      spans.note(call, responseAttributes(response), reasoning)
      yield end
    }
  }
}

const requestAttributes = (request: ModelRequest, content: boolean): Attributes => ({
  'gen_ai.request.max_tokens': request.maxOutput,
  'gen_ai.request.temperature': request.temperature,
  'gen_ai.output.type': request.answer ? 'json' : undefined,
  ...(content && {
    'gen_ai.input.messages': JSON.stringify(inputMessages(request)),
    'gen_ai.system_instructions': JSON.stringify(systemInstructions(request)),
    'gen_ai.tool.definitions': request.tools.length > 0 ? JSON.stringify(toolDefinitions(request)) : undefined,
  }),
})

function responseAttributes({ id, model, address, reasoningTokens }: ModelResponse = {}): Attributes {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined
  return {
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
    'server.address': url?.hostname,
    'server.port': url && Number(url.port || (url.protocol === 'http:' ? 80 : 443)),
  }
}
