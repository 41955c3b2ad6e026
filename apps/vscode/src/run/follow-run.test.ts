import type { Event } from '@convene/domain'
import type { Client, EventFeed } from '@convene/protocol'
import { describe, expect, test } from 'vitest'
import { followRun } from './follow-run.ts'

/** A run driven by the test, and a user who can cancel it. */
function following(after = 0, isCancelled = false, isOver?: () => boolean) {
  const seen = { stops: 0, isFollowed: true, types: [] as string[] }
  let feed: EventFeed | undefined
  let cancel = () => {}
  let at = after
  const client = {
    follow: (_session: string, _after: number, given: EventFeed) => {
      feed = given
      return () => {
        seen.isFollowed = false
      }
    },
    session: async () => ({ ok: true, value: { session: { seq: at } } }),
    command: async () => {
      seen.stops += 1
    },
  } as unknown as Client
  const token = {
    isCancellationRequested: isCancelled,
    onCancellationRequested: (listener: () => void) => {
      cancel = listener
      return { dispose: () => {} }
    },
  }
  const events = (batch: readonly Event[]) => void seen.types.push(...batch.map(({ type }) => type))
  const followed = { client, session: 'S', after, token: token as never, ...(isOver && { isOver }) }
  const ended = followRun(followed, { events })
  /** Something is in the log. It reaches the chat later, if at all. */
  const isLogged = () => {
    at += 1
  }
  const arrives = (type: string, data: object = {}) =>
    feed?.events([{ type, data, seq: at, at: '2026-01-01' } as never])
  const happens = (type: string, data: object = {}) => {
    isLogged()
    arrives(type, data)
  }
  return {
    seen,
    ended,
    happens,
    isLogged,
    arrives,
    refuse: () => feed?.connection?.('refused'),
    cancel: () => cancel(),
  }
}

test.each([
  ['run.finished', {}],
  ['run.state', { to: 'paused' }],
])('following ends with %s %j, after passing it on', async (type, data) => {
  const { seen, ended, happens } = following()
  happens('message')
  happens(type, data)
  await ended
  expect(seen).toEqual({ stops: 0, isFollowed: false, types: ['message', type] })
})

test('following a follow-up ends with its answer, but following a run does not end with one of its tasks', async () => {
  const followUp = following(9)
  followUp.happens('task.finished', { place: 'follow-up-1' })
  await followUp.ended
  const run = following()
  run.happens('task.finished', { place: 'follow-up-1' })
  expect(run.seen.isFollowed).toBe(true)
})

test('following ends if the server refuses it', async () => {
  const { seen, ended, refuse } = following()
  refuse()
  await ended
  expect(seen).toMatchObject({ stops: 0, isFollowed: false })
})

test('cancelling stops the run, even before following has started', async () => {
  const late = following()
  late.cancel()
  await late.ended
  const early = following(0, true)
  await early.ended
  expect([late.seen.stops, early.seen.stops]).toEqual([1, 1])
})

describe('following a run that waits for the user', () => {
  test('ends at the question, so that the next message can be the answer', async () => {
    const { seen, ended, happens } = following(0, false, () => true)
    happens('message')
    happens('question.asked')
    await ended
    expect(seen).toEqual({ stops: 0, isFollowed: false, types: ['message', 'question.asked'] })
  })

  test('continues while somebody is still at work', async () => {
    let isWorking = true
    const { seen, ended, happens } = following(0, false, () => !isWorking)
    happens('question.asked')
    await Promise.resolve()
    expect(seen.isFollowed).toBe(true)
    isWorking = false
    happens('task.finished', { place: 'work' })
    await ended
    expect(seen.types).toEqual(['question.asked', 'task.finished'])
  })

  test('passes on what is in the log before it ends', async () => {
    const { seen, ended, happens, isLogged, arrives } = following(0, false, () => true)
    happens('question.asked')
    isLogged()
    arrives('warning')
    await ended
    expect(seen.types).toEqual(['question.asked', 'warning'])
  })

  test('ends at once if a continued run still waits for the same answer', async () => {
    const { seen, ended } = following(9, false, () => true)
    await ended
    expect(seen).toMatchObject({ stops: 0, isFollowed: false })
  })
})
