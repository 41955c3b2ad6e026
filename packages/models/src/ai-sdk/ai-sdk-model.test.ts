import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { ModelPart } from '@convene/engine'
import { describeModel, replyOf, startModelServer } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { requestOf } from '../providers/models.fixture.ts'
import { aiSdkModel, aiSdkProblem, isAiSdk } from './ai-sdk-model.ts'

const openings = {
  'a model of the AI SDK': (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'k' }).chat('mine'),
  'a provider of the AI SDK': (url: string) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'k' }),
  'a model of version 2': (url: string) => older(createOpenAI({ baseURL: `${url}/v1`, apiKey: 'k' }).responses('mine')),
}

for (const [name, open] of Object.entries(openings))
  await describeModel(name, async () => {
    const server = await startModelServer()
    return {
      model: aiSdkModel(open(server.url)),
      request: requestOf('own/claude-test'),
      tell: (story) => server.script(() => replyOf(story)),
      close: () => server.close(),
    }
  })

/** The same model in the interface of `ai` 5: the finish reason as a string, and flat counts. */
function older(model: ReturnType<ReturnType<typeof createOpenAI>['responses']>) {
  return {
    specificationVersion: 'v2',
    provider: model.provider,
    modelId: model.modelId,
    doStream: async (options: Parameters<typeof model.doStream>[0]) => {
      const { stream } = await model.doStream(options)
      return { stream: stream.pipeThrough(new TransformStream({ transform: (part, to) => to.enqueue(flat(part)) })) }
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: parts of another version
const flat = (part: any) =>
  part.type !== 'finish'
    ? part
    : {
        ...part,
        finishReason: part.finishReason.unified,
        usage: {
          inputTokens: part.usage.inputTokens.total,
          outputTokens: part.usage.outputTokens.total,
          cachedInputTokens: part.usage.inputTokens.cacheRead,
        },
      }

const streaming = (...parts: readonly unknown[]) => ({
  specificationVersion: 'v3',
  provider: 'test',
  modelId: 'x',
  doStream: async () => ({ stream: ReadableStream.from(parts) }),
})

async function ask(given: object): Promise<readonly ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of aiSdkModel(given).stream(requestOf('own/x'), new AbortController().signal)) parts.push(part)
  return parts
}

const text = { type: 'text-delta', id: '1', delta: 'Yes.' }

describe('a custom model', () => {
  test.each([
    ['a finish without counts', [text, { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' } }], null],
    [
      'counts that are not numbers',
      [text, { type: 'finish', finishReason: 'stop', usage: { inputTokens: 'many' } }],
      null,
    ],
  ])('is read with %s', async (_, parts, usage) => {
    expect((await ask(streaming(...parts))).at(-1)).toEqual({ type: 'finish', finish: 'stop', usage })
  })

  test.each([
    ['no finish', [text], 'stream_truncated'],
    ['a finish without a reason', [text, { type: 'finish' }], 'stream_truncated'],
    ['invalid parts', [text, 7, { type: 'text-delta' }], 'protocol'],
    ['an error part', [{ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }], 'overloaded'],
  ])('fails with its own code for %s', async (_, parts, code) => {
    expect((await ask(streaming(...parts))).at(-1)).toMatchObject({ type: 'failed', code })
  })

  test('explains that it is too old, or missing from its provider', async () => {
    const failed = async (given: object) => (await ask(given)).map((part) => part.type === 'failed' && part.message)
    expect(await failed({ ...streaming(), specificationVersion: 'v1' })).toEqual([
      expect.stringContaining('Use a provider package for version 5, 6 or 7'),
    ])
    expect(await failed({ languageModel: () => undefined })).toEqual(['The AI SDK provider has no model "x".'])
    const refusing = () => {
      throw new Error('Unknown model')
    }
    expect(await failed({ languageModel: refusing })).toEqual(['The AI SDK provider could not open "x": Unknown model'])
  })

  test('is distinguished from a plain function, and its provider is not called before it is needed', () => {
    expect([() => 'Yes.', 'gpt', null, { stream: () => {} }].map(isAiSdk)).toEqual([false, false, false, false])
    const provider = Object.assign(() => {}, { languageModel: () => expect.unreachable() })
    expect([isAiSdk(provider), aiSdkProblem('x', provider)]).toEqual([true, undefined])
  })
})
