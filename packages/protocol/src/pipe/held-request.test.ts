import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { heldRequest } from './held-request.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Forces garbage collection. Weak references are released only between turns of the event loop. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
}

/** The signal of a request made from a request. Only the signal refers to them. */
const signalOf = (make: typeof heldRequest, signal: AbortSignal): AbortSignal =>
  make(make(new URL('http://there.invalid'), { signal })).signal

test('a held request is aborted by its signal even if nothing references it any more', async () => {
  const cut = new AbortController()
  const signal = signalOf(heldRequest, cut.signal)
  await collectAll()
  cut.abort()
  expect(signal.aborted).toBe(true)
})

test('a request that is not held is not aborted: once this fails, holding is unnecessary', async () => {
  const cut = new AbortController()
  const signal = signalOf((input, init) => new Request(input, init), cut.signal)
  await collectAll()
  cut.abort()
  expect(signal.aborted).toBe(false)
})
