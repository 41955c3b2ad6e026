import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { heldRequest } from './held-request.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects what nobody holds; weak references are let go of only between turns. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
}

/** The signal of a request that is made of a request: nobody but the signal remembers them. */
const signalOf = (make: typeof heldRequest, signal: AbortSignal): AbortSignal =>
  make(make(new URL('http://there.invalid'), { signal })).signal

test('is aborted with the signal that it was given, when nobody holds the request any more', async () => {
  const cut = new AbortController()
  const signal = signalOf(heldRequest, cut.signal)
  await collectAll()
  cut.abort()
  expect(signal.aborted).toBe(true)
})

test('that is not held is not aborted: once this fails, nothing needs to be held', async () => {
  const cut = new AbortController()
  const signal = signalOf((input, init) => new Request(input, init), cut.signal)
  await collectAll()
  cut.abort()
  expect(signal.aborted).toBe(false)
})
