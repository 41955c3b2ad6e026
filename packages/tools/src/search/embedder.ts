import type { AbortSignal } from '@convene/engine'

/** Turns texts into vectors that are near where the meaning is. A local model, or a provider's `/embeddings`. */
export interface Embedder {
  /** Vectors of different models are not comparable: they are kept apart by this name. */
  readonly model: string
  /** One vector of length 1 for each text, or why there is none. Must not throw. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedding>
  close(): Promise<void>
}

export type Embedding =
  | { readonly ok: true; readonly vectors: readonly Float32Array[] }
  | { readonly ok: false; readonly why: string }
