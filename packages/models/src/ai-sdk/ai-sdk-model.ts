import type { Model } from '@convene/engine'
import type { LanguageModel } from '../language-model/language-model.ts'
import { ProviderAnswer } from '../providers/answer.ts'
import { type CalledProvider, nobody, ownFailure } from '../providers/failure.ts'
import { withReasoning } from '../providers/kinds/reasoning.ts'
import { splitName } from '../providers/model-name.ts'
import { callOptionsOf } from '../providers/prompt.ts'
import { readProviderAnswer } from '../providers/read-answer.ts'
import { currentStream } from './current-stream.ts'

/** An AI SDK model or provider, opened by another program. Any value may claim to be one. */
type Given = {
  readonly specificationVersion?: unknown
  readonly provider?: unknown
  readonly doStream?: unknown
  readonly languageModel?: unknown
}

/** The versions of the model interface that `ai` 5, 6 and 7 use. */
const READABLE: readonly unknown[] = ['v2', 'v3', 'v4']

/** Whether a value looks like an AI SDK model or provider. Providers are functions too. */
export function isAiSdk(value: unknown): value is Given {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const { doStream, languageModel } = value as Given
  return typeof doStream === 'function' || typeof languageModel === 'function'
}

/**
 * Why a model cannot be used, and what to do, or undefined. A provider is not asked for its models before they are
 * needed.
 */
export function aiSdkProblem(name: string, { doStream, specificationVersion: version }: Given): string | undefined {
  if (doStream === undefined || READABLE.includes(version)) return undefined
  return `The model "${name}" has version "${String(version)}" of the AI SDK's model interface, but Convene supports ${READABLE.join(', ')}. Use a provider package for version 5, 6 or 7 of the AI SDK.`
}

/**
 * Another program's models: a model answers for every name, a provider is asked for the part after the slash. Images
 * are described in words. The program's own settings apply, such as keys, addresses and middleware.
 */
export function aiSdkModel(given: Given): Model {
  return {
    async *stream(request, signal) {
      const [label, name] = splitName(request.model)
      const model = chosen(given, name)
      if (typeof model === 'string') return yield ownFailure('not_configured', model, nobody)
      const answer = new ProviderAnswer(askedOf(label, request.model, model), Date.now)
      const provider = { choose: () => model }
      const call = withReasoning(callOptionsOf(request, provider), request, provider, undefined)
      yield* readProviderAnswer(answer, signal, async (abortSignal) =>
        currentStream((await model.doStream({ ...call, abortSignal })).stream),
      )
    },
  }
}

function chosen(given: Given, name: string): (LanguageModel & Given) | string {
  try {
    const { languageModel } = given as { languageModel?: (name: string) => Given }
    const model = typeof given.doStream === 'function' ? given : languageModel?.call(given, name)
    if (typeof model?.doStream !== 'function') return `The AI SDK provider has no model "${name}".`
    return aiSdkProblem(name, model) ?? (model as LanguageModel & Given)
  } catch (error) {
    return `The AI SDK provider could not open "${name}": ${error instanceof Error ? error.message : String(error)}`
  }
}

const askedOf = (label: string, model: string, { provider }: Given): CalledProvider => ({
  label,
  model,
  keySource: 'the key that your program gives to its AI SDK provider',
  address: typeof provider === 'string' ? provider : label,
  secrets: [],
})
