import { items } from '@convene/domain'
import type { Model } from '@convene/engine'
import type { ModelFunction } from './types.ts'

/** A function as a model. It reports no usage, so that is estimated. What it throws fails the call, and is not retried. */
export function modelOf(answer: ModelFunction): Model {
  return {
    async *stream(request, signal) {
      try {
        const messages = [...items(request.lines)].map((line) => ({
          role: line.role,
          text: line.role === 'tool' ? line.output : line.text,
        }))
        const said = answer({
          model: request.model.slice(request.model.indexOf('/') + 1),
          agent: request.agent,
          system: request.system,
          messages,
          maxOutputTokens: request.maxOutput,
          signal: signal as AbortSignal,
        })
        for await (const text of piecesOf(said)) yield { type: 'text', text }
        yield { type: 'finish', finish: 'stop', usage: null }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        yield { type: 'failed', code: 'server_error', message, retryable: false }
      }
    },
  }
}

async function* piecesOf(said: ReturnType<ModelFunction>): AsyncGenerator<string> {
  if (typeof said === 'object' && Symbol.asyncIterator in said) yield* said
  else yield await said
}
