import type { ModelRequest } from '@convene/domain'
import { type Effort, effortFor } from '../../catalogue/effort.ts'
import type { CallOptions, ProviderOptions } from '../../language-model/language-model.ts'
import type { AskReasoning, OpenProvider } from './provider-kind.ts'

/** The efforts assumed for unknown models: those that most servers understand. */
const assumed: readonly Effort[] = ['off', 'low', 'medium', 'high']
/** A budget below this is refused. */
const LEAST_BUDGET = 1_024

/** Adds the reasoning level in the provider's format, and requests summaries. Models that do not reason get neither. */
export function withReasoning(
  plain: CallOptions,
  request: ModelRequest,
  provider: OpenProvider,
  known: readonly Effort[] | undefined,
): CallOptions {
  const effort = request.reasoning && effortFor(request.reasoning, known ?? assumed)
  const isThinking = known !== undefined && known.length > 0 && effort !== 'off'
  const call = isThinking ? { ...plain, ...optionsWith(plain, provider.summaries) } : plain
  if (effort === undefined) return call
  const { model, maxOutput, thinking: tokens = 0 } = request
  const isUnexplained = startsWithoutThinking(plain.prompt)
  const asked = (provider.reasoning ?? byName)(effort, {
    known: known ?? assumed,
    tokens,
    maxOutput,
    isUnexplained,
    model,
  })
  return { ...call, ...asked, ...optionsWith(call, asked.providerOptions) }
}

/** Whether the calls being answered came without reasoning, or have lost it. */
function startsWithoutThinking(prompt: CallOptions['prompt']): boolean {
  const turn = prompt.slice(prompt.findLastIndex(({ role }) => role === 'user') + 1)
  const last = turn.findLast((message) => message.role === 'assistant')
  return last !== undefined && last.content[0]?.type !== 'reasoning'
}

function optionsWith(call: CallOptions, more: ProviderOptions | undefined): Pick<CallOptions, 'providerOptions'> {
  const providerOptions = joined(call.providerOptions, more)
  return providerOptions ? { providerOptions } : {}
}

/** Merges options per provider: they come from several sources. */
function joined(one: ProviderOptions | undefined, other: ProviderOptions | undefined): ProviderOptions | undefined {
  if (!one || !other) return other ?? one
  const own = Object.entries(other).map(([name, options]) => [name, { ...one[name], ...options }])
  return { ...one, ...Object.fromEntries(own) }
}

/** The default: the request names the effort. */
export const byName: AskReasoning = (effort) => ({ reasoning: effort === 'off' ? 'none' : effort })

/** The reasoning budget for models that take a number of tokens. */
export const reasoningBudget = ({
  tokens,
  maxOutput,
}: {
  readonly tokens: number
  readonly maxOutput: number
}): number => Math.min(Math.max(LEAST_BUDGET, tokens), Math.max(LEAST_BUDGET, maxOutput - 1))
