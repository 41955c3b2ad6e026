import type { PartReader, PartStream, StreamPart } from '../language-model/language-model.ts'

type Ended = Extract<StreamPart, { type: 'finish' }>
type Counts = Ended['usage']

/** A model's parts in the newest interface. Version 2 has flat token counts, and its finish reason is a string. */
export function currentStream(stream: PartStream): PartStream {
  return {
    getReader: (): PartReader => {
      const reader = stream.getReader()
      return {
        cancel: () => reader.cancel(),
        read: async () => {
          const { done, value } = await reader.read()
          return { done, value: value?.type === 'finish' ? currentFinish(value) : value }
        },
      }
    },
  }
}

/** Custom models may omit either. */
function currentFinish(part: Ended): Ended {
  const finishReason = part.finishReason as Ended['finishReason'] | string | undefined
  const word = (finishReason ?? 'other') as Ended['finishReason']['unified']
  const usage = part.usage as Counts | FlatCounts | undefined
  return {
    ...part,
    finishReason:
      typeof finishReason === 'object' && finishReason !== null ? finishReason : { unified: word, raw: undefined },
    usage: countsOf(usage),
  }
}

type FlatCounts = {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly reasoningTokens?: number
  readonly cachedInputTokens?: number
}

function countsOf(usage: Counts | FlatCounts | undefined): Counts {
  if (typeof usage?.inputTokens === 'object' && typeof usage.outputTokens === 'object') return usage as Counts
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = (usage ?? {}) as FlatCounts
  return {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: cachedInputTokens, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
  }
}
