import type { ModelRequest } from '@convene/domain'
import type { Model, ModelPart } from '@convene/engine'
import type { Environment } from '@convene/platform'
import type { CallOptions } from '../language-model/language-model.ts'
import { guardedFetch } from '../transport/guarded-fetch.ts'
import { httpTransport } from '../transport/http-transport.ts'
import { fetchTransport } from '../transport/transport.ts'
import { streamOfWhole } from '../transport/whole-answer.ts'
import { ProviderAnswer } from './answer.ts'
import { charactersOf } from './cut-conversation.ts'
import { nobody, ownFailure } from './failure.ts'
import { withReasoning } from './kinds/reasoning.ts'
import type { ModelConfiguration } from './model-configuration.ts'
import type { ModelFacts } from './model-facts.ts'
import { type ModelHandle, modelHandles } from './model-handles.ts'
import { noPictures, readPictures } from './pictures.ts'
import { callOptionsOf } from './prompt.ts'
import type { ProviderModelOptions } from './provider-models.ts'
import { readProviderAnswer } from './read-answer.ts'
import { Refusals } from './refusals.ts'
import { responseFormatOf } from './structured.ts'

/** Every model that a provider connects, over HTTP. */
export function connectedModels(
  configuration: ModelConfiguration,
  environment: Environment,
  options: ProviderModelOptions,
): Model {
  const transport = options.fetch ? fetchTransport(options.fetch) : httpTransport(environment)
  const fetch = guardedFetch(transport, options.limits)
  const handleOf = modelHandles(configuration, environment, fetch)
  const refusals = new Refusals()

  const ask = async (request: ModelRequest, handle: ModelHandle, abortSignal: AbortSignal) => {
    const { model, provider } = await handle.open()
    const pictures = handle.sees && options.images ? await readPictures(request, options.images) : noPictures
    const responseFormat = responseFormatOf(request, { type: handle.type, address: handle.asked.address })
    const plain = { ...callOptionsOf(request, provider, pictures), ...(responseFormat && { responseFormat }) }
    const { facts } = handle
    const wanted = withReasoning(withoutRefused(plain, facts), request, provider, facts.reasoning)
    const call = refusals.apply(request.model, handle.provider, wanted)
    const streamed = { ...call, abortSignal, includeRawChunks: provider.renamesCalls ?? false }
    try {
      return (await model.doStream(streamed)).stream
    } catch (error) {
      const fault = refusals.learn(request.model, call, error)
      if (fault) throw fault
      return streamOfWhole(error, model, streamed)
    }
  }

  return {
    async *stream(request, signal) {
      const handle = handleOf(request.model)
      if ('missing' in handle) return yield ownFailure('not_configured', handle.message, nobody)
      const returnsReasoning = handle.asked.returnsReasoning || refusals.wantsReasoning(request.model)
      const sent = handle.asked.mayCut ? charactersOf(request) : 0
      const answer = new ProviderAnswer({ ...handle.asked, returnsReasoning }, options.now ?? Date.now, sent)
      const parts = readProviderAnswer(answer, signal, (abortSignal) => ask(request, handle, abortSignal))
      yield* request.trace ? withResponse(parts, answer, handle.asked.address) : parts
    },
  }
}

/** Adds who answered, for traces. */
async function* withResponse(
  parts: AsyncIterable<ModelPart>,
  answer: ProviderAnswer,
  address: string,
): AsyncGenerator<ModelPart> {
  for await (const part of parts)
    yield part.type === 'finish' ? { ...part, response: { ...answer.response, address } } : part
}

/** A temperature is sent only to models that accept one, as far as is known. */
const withoutRefused = (call: CallOptions, { temperature }: Pick<ModelFacts, 'temperature'>): CallOptions =>
  temperature === false ? { ...call, temperature: undefined } : call
