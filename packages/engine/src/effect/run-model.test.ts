import { emptyList, type ModelEffect, type ModelRequest } from '@convene/domain'
import { type FakeClock, fakeClock } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import type { Model, ModelPart } from '../ports/model.ts'
import { runModel } from './run-model.ts'

const IDLE_MS = 10_000
const TOTAL_MS = 60_000
const finish: ModelPart = { type: 'finish', finish: 'stop', usage: null }
const text = (said: string): ModelPart => ({ type: 'text', text: said })

function calling(stream: Model['stream'], clock: FakeClock = fakeClock()) {
  const abort = new AbortController()
  const deltas: string[] = []
  const effect = { timeoutMs: TOTAL_MS } as ModelEffect
  const request = { idleMs: IDLE_MS, lines: emptyList() } as unknown as ModelRequest
  const partial = { text: '', reasoning: '' }
  const onDelta = (kind: string, said: string) => deltas.push(`${kind}: ${said}`)
  return {
    clock,
    abort,
    deltas,
    ended: runModel({ model: { stream }, clock, effect, request, abort, partial, onDelta }),
  }
}

/** Advances time in steps and lets everything triggered by each one finish. */
async function pass(clock: FakeClock, ms: number, step = 1_000): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const every = (clock: FakeClock, ms: number, part: ModelPart): Model['stream'] =>
  async function* () {
    for (;;) {
      await new Promise<void>((resolve) => {
        clock.after(ms, resolve)
      })
      yield part
    }
  }

describe('a model call', () => {
  test('gives the whole answer, and every chunk along the way', async () => {
    const { ended, deltas } = calling(async function* () {
      yield { type: 'reasoning', text: 'Hm.' }
      yield text('Yes')
      yield text('.')
      yield finish
    })
    expect(await ended).toMatchObject({ kind: 'reply', text: 'Yes.', reasoning: 'Hm.', finish: 'stop' })
    expect(deltas).toEqual(['reasoning: Hm.', 'text: Yes', 'text: .'])
  })

  test('never contains NUL, and is empty if it has nothing else', async () => {
    const { ended, deltas } = calling(async function* () {
      yield { type: 'reasoning', text: 'H\0m' }
      yield text('\0')
      yield text('\0\0')
      yield finish
    })
    expect(await ended).toMatchObject({ kind: 'reply', text: '', reasoning: 'Hm' })
    expect(deltas).toEqual(['reasoning: Hm'])
  })

  test('fails if the stream sends nothing but keep-alives', async () => {
    const clock = fakeClock()
    const { ended } = calling(every(clock, 1_000, text('')), clock)
    await pass(clock, IDLE_MS)
    expect(await ended).toMatchObject({ kind: 'failed', code: 'timeout', message: 'The model said nothing for 10 s.' })
  })

  test('that never ends is stopped at its total limit, kept as truncated, and not retried', async () => {
    const clock = fakeClock()
    const { ended } = calling(every(clock, 5_000, text('drip ')), clock)
    await pass(clock, TOTAL_MS)
    expect(await ended).toMatchObject({
      kind: 'reply',
      text: expect.stringContaining('drip drip'),
      calls: [],
      finish: 'length',
    })
  })

  test('that only reasons until its total limit fails', async () => {
    const clock = fakeClock()
    const { ended } = calling(every(clock, 5_000, { type: 'reasoning', text: 'Hm. ' }), clock)
    await pass(clock, TOTAL_MS)
    expect(await ended).toMatchObject({ kind: 'failed', code: 'timeout', message: 'The call took longer than 60 s.' })
  })

  test('does not time out because the machine slept', async () => {
    const clock = fakeClock()
    const { ended } = calling(every(clock, 5_000, finish), clock)
    clock.sleep(8 * 3_600_000)
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    await pass(clock, 1_000)
    expect(isOver).toBe(false)
  })

  test('that ends without a finish marker was truncated', async () => {
    const { ended } = calling(async function* () {
      yield text('Half')
    })
    expect(await ended).toMatchObject({ kind: 'failed', code: 'stream_truncated', retryable: true, partial: 'Half' })
  })

  test('ends when aborted, even if the model ignores it', async () => {
    const { ended, abort } = calling(async function* () {
      yield text('Well')
      await new Promise(() => {})
    })
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    expect(await ended).toMatchObject({ kind: 'aborted', partial: 'Well' })
  })

  test('fails with a named error if the adapter throws', async () => {
    const { ended } = calling(async function* () {
      yield text('')
      throw new Error('boom')
    })
    expect(await ended).toMatchObject({ kind: 'failed', code: 'protocol', retryable: false })
  })

  test('leaves no timer behind', async () => {
    const { ended, clock } = calling(async function* () {
      yield finish
    })
    await ended
    expect(clock.pending()).toBe(0)
  })
})

describe('the cost of a call without an answer', () => {
  const failing = (): ModelPart => ({
    type: 'failed',
    code: 'empty_reply',
    message: 'Nothing.',
    retryable: true,
  })
  const usage = { input: 100, cached: 0, output: 900 }

  test('is what the provider counted', async () => {
    const { ended } = calling(async function* () {
      yield { ...failing(), usage } as ModelPart
    })
    expect(await ended).toMatchObject({ kind: 'failed', usage, received: '' })
  })

  test('is estimated from everything that arrived, including tool-call input', async () => {
    const { ended } = calling(async function* () {
      yield { type: 'reasoning', text: 'Hm. ' }
      yield { type: 'progress', text: '{"path":' }
      yield { ...failing(), usage: null } as ModelPart
    })
    expect(await ended).toMatchObject({ usage: null, received: 'Hm. {"path":', partial: '' })
  })

  test('is zero if the provider refused it', async () => {
    const { ended } = calling(async function* () {
      yield failing()
    })
    expect(await ended).not.toHaveProperty('received')
  })

  test('is estimated if it was killed for being idle', async () => {
    const clock = fakeClock()
    const { ended } = calling(every(clock, 1_000, text('')), clock)
    await pass(clock, IDLE_MS)
    expect(await ended).toMatchObject({ code: 'timeout', usage: null, received: '' })
  })

  test('is estimated if it was aborted', async () => {
    const { ended, abort } = calling(async function* () {
      yield { type: 'progress', text: '{"path":' }
      await new Promise(() => {})
    })
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    expect(await ended).toMatchObject({ kind: 'aborted', received: '{"path":' })
  })
})

test('streamed tool-call input counts as a sign of life', async () => {
  const clock = fakeClock()
  const { ended } = calling(every(clock, IDLE_MS - 1_000, { type: 'progress', text: 'x' }), clock)
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  await pass(clock, 3 * IDLE_MS)
  expect(isOver).toBe(false)
})
