import { afterEach, expect, test, vi } from 'vitest'
import { limited } from './limited.ts'

afterEach(() => void vi.useRealTimers())

test('a stream ends when its time is over, and lets go of its source', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const cancel = vi.fn()
  const source = new ReadableStream<Uint8Array>({ start: (each) => each.enqueue(new Uint8Array([1])), cancel })
  const reader = limited(source, 1_000).getReader()
  expect((await reader.read()).value).toEqual(new Uint8Array([1]))
  const next = reader.read()
  vi.advanceTimersByTime(1_000)
  expect((await next).done).toBe(true)
  expect(cancel).toHaveBeenCalledOnce()
})

test('a stream that ends before its time ends as it is', async () => {
  const source = new ReadableStream<Uint8Array>({
    start: (each) => {
      each.enqueue(new Uint8Array([1]))
      each.close()
    },
  })
  expect(await new Response(limited(source, 60_000)).bytes()).toEqual(new Uint8Array([1]))
})
