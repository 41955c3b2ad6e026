import type { CallOptions } from '../language-model/language-model.ts'
import { StreamFault } from '../transport/stream-fault.ts'
import { refusesSummaries, withoutSummaries } from './kinds/summaries.ts'

type Rejected = { readonly statusCode?: number; readonly message?: string; readonly responseBody?: string }
type Setting = 'temperature' | 'reasoning' | 'max_tokens' | 'schema' | 'summaries' | 'tools' | 'bare_calls'

const why: Readonly<Record<Setting, string>> = {
  temperature: 'this model does not accept a temperature and is asked without one from now on',
  schema: 'this model does not accept a schema for its answer and is asked without one from now on',
  reasoning: 'this model does not accept a reasoning level and is asked without one from now on',
  tools: 'this model does not support tools and answers without them from now on',
  summaries: 'this model gives no summaries of its thinking and is asked for none from now on',
  max_tokens: 'this model does not accept max_tokens and gets max_completion_tokens from now on',
  bare_calls: 'this model wants the reasoning behind its calls back and gets it from now on',
}

/**
 * What models have refused so far, for the lifetime of the process. It cannot be known in advance, because a deployment
 * can have any name.
 */
export class Refusals {
  #known = new Map<string, Set<Setting>>()

  /** The call without what its model refuses. Its package reads extra fields under the name `provider`. */
  apply(model: string, provider: string, call: CallOptions): CallOptions {
    const known = this.#known.get(model)
    if (!known) return call
    const { maxOutputTokens, ...rest } = {
      ...call,
      ...(known.has('temperature') && { temperature: undefined }),
      ...(known.has('reasoning') && { reasoning: undefined }),
      ...(known.has('schema') && { responseFormat: undefined }),
      ...(known.has('tools') && { tools: undefined, toolChoice: undefined }),
      ...(known.has('bare_calls') && { prompt: call.prompt.map(explained) }),
      ...(known.has('summaries') &&
        call.providerOptions && { providerOptions: withoutSummaries(call.providerOptions) }),
    }
    if (!known.has('max_tokens')) return { ...rest, maxOutputTokens }
    const own = { ...rest.providerOptions?.[provider], max_completion_tokens: maxOutputTokens }
    return { ...rest, providerOptions: { ...rest.providerOptions, [provider]: own } as CallOptions['providerOptions'] }
  }

  /** Whether a model has refused calls without their reasoning, so that it has to be kept. */
  wantsReasoning(model: string): boolean {
    return this.#known.get(model)?.has('bare_calls') ?? false
  }

  /** Remembers a refusal, and returns the fault that repeats the call without it, or undefined for any other error. */
  learn(model: string, call: CallOptions, error: unknown): StreamFault | undefined {
    const refused = settingIn(call, error)
    if (!refused) return undefined
    this.#known.set(model, new Set([...(this.#known.get(model) ?? []), refused]))
    return new StreamFault('bad_request', why[refused])
  }
}

type Message = CallOptions['prompt'][number]

/** Replaces reasoning that was not kept, or is another model's. Kimi refuses an empty text. */
const NO_REASONING = ' '

function explained(message: Message): Message {
  if (message.role !== 'assistant' || !isBare(message)) return message
  return { ...message, content: [{ type: 'reasoning', text: NO_REASONING }, ...message.content] }
}

const isBare = ({ role, content }: Message): boolean =>
  role === 'assistant' &&
  content.some(({ type }) => type === 'tool-call') &&
  content.every(({ type }) => type !== 'reasoning')

/** Servers that cannot turn a schema into a grammar say so with 500 or 501. */
const REFUSING = new Set([400, 404, 422, 500, 501])
const SCHEMA =
  /response_?format|json_?schema|output_?(?:config|format)|text\.format|response_?mime|structured.?output|grammar|schema/i

/** The wording of Ollama, OpenRouter, llama.cpp and vLLM. */
const TOOLS =
  /(?:does not|doesn't|do not|cannot) support (?:tools?|function)|support tool use|tools? (?:calling |use )?(?:is|are) not supported|requires --jinja|--enable-auto-tool-choice/i

function settingIn(call: CallOptions, error: unknown): Setting | undefined {
  const { statusCode = 0, message, responseBody } = (error ?? {}) as Rejected
  const said = `${message} ${responseBody}`
  if (call.responseFormat && REFUSING.has(statusCode) && SCHEMA.test(said)) return 'schema'
  if (call.tools?.length && REFUSING.has(statusCode) && TOOLS.test(said)) return 'tools'
  if (statusCode !== 400) return undefined
  if (/reasoning_content/.test(said) && call.prompt.some(isBare)) return 'bare_calls'
  if (call.maxOutputTokens !== undefined && /max_completion_tokens/.test(said)) return 'max_tokens'
  if (call.temperature !== undefined && /temperature/i.test(said)) return 'temperature'
  if (refusesSummaries(call.providerOptions, said)) return 'summaries'
  return call.reasoning !== undefined && /reasoning|thinking|effort/i.test(said) ? 'reasoning' : undefined
}
