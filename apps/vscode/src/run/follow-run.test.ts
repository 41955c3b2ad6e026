import type { Event } from '@convene/domain'
import type { Client, EventFeed } from '@convene/protocol'
import { expect, test } from 'vitest'
import { followRun } from './follow-run.ts'

/** A run driven by the test, and a user who can cancel it. */
function following(after = 0, isCancelled = false) {
  const seen = { stops: 0, isFollowed: true, types: [] as string[] }
  let feed: EventFeed | undefined
  let cancel = () => {}
  const client = {
    follow: (_session: string, _after: number, given: EventFeed) => {
      feed = given
      return () => {
        seen.isFollowed = false
      }
    },
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
  const ended = followRun({ client, session: 'S', after, token: token as never }, { events })
  const happens = (type: string, data: object = {}) => feed?.events([{ type, data, at: '2026-01-01' } as never])
  return { seen, ended, happens, refuse: () => feed?.connection?.('refused'), cancel: () => cancel() }
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
