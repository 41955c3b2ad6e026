import type { Model, ModelPart } from '@convene/engine'
import { expect, test } from 'vitest'
import { counted } from './counted.ts'

const part: ModelPart = { type: 'text', text: 'x' }

test('a call counts from its start until it ends, fails or is abandoned', async () => {
  const model = counted({
    async *stream({ model }) {
      yield part
      if (model === 'breaks') throw new Error('broken')
      yield part
    },
  } satisfies Model)
  const begin = async (name: string) => {
    const stream = model.stream({ model: name } as never, new AbortController().signal)[Symbol.asyncIterator]()
    await stream.next()
    return stream
  }
  const [whole, broken, left] = [await begin('ends'), await begin('breaks'), await begin('ends')]
  expect(model.calls).toBe(3)
  await whole.next()
  await whole.next()
  await expect(broken.next()).rejects.toThrow('broken')
  expect(model.calls).toBe(1)
  await left.return?.()
  expect(model.calls).toBe(0)
})
