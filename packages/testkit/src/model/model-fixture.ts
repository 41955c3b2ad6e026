import type { ModelRequest } from '@convene/domain'
import type { Model, ModelPart } from '@convene/engine'
import type { ModelStory } from './story.ts'

/** A controllable model, for the contract. */
export type ModelFixture = {
  readonly model: Model
  /** A request that this model can serve. */
  readonly request: ModelRequest
  /** Sets how the next answers go. A rate limit asks for a wait of 7 s. */
  tell(story: ModelStory): void
  close(): Promise<void>
}

/** All parts up to the end of a stream. */
export async function partsOf(stream: AsyncIterable<ModelPart>): Promise<readonly ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

export const textOf = (parts: readonly ModelPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

export const endsOf = (parts: readonly ModelPart[]): readonly ModelPart[] =>
  parts.filter((part) => part.type === 'finish' || part.type === 'failed')
