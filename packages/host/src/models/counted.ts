import type { Model } from '@convene/engine'

/** A model, and how many of its calls are in progress. */
export type CountedModel = Model & { readonly calls: number }

export function counted(model: Model): CountedModel {
  let calls = 0
  return {
    get calls() {
      return calls
    },
    async *stream(request, signal) {
      calls += 1
      try {
        yield* model.stream(request, signal)
      } finally {
        // Also reached if the reader gives up.
        calls -= 1
      }
    },
  }
}
