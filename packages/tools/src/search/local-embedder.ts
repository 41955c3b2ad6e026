import { thread } from '../analysis/thread/thread.ts'
import type { Embedder } from './embedder.ts'

/** The English model that comes with the package: no network, no key; loaded with the first text, in a thread. */
export function localEmbedder(): Embedder {
  const working = thread<readonly string[], readonly Float32Array[]>({
    entry: new URL('./embedding-thread.ts', import.meta.url),
    limitMs: 60_000,
    memoryMb: 1_024,
  })
  return {
    model: 'energetic-en-0.2',
    embed: async (texts, signal) => {
      const reply = await working.ask(texts, signal)
      return reply.ok ? { ok: true, vectors: reply.answer } : reply
    },
    close: working.close,
  }
}
