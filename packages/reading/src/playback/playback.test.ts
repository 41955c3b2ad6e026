import type { Event } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { playbackOf } from './playback.ts'

const event = (at: number, type: string, data: object = {}): Event => ({ at, type, data }) as unknown as Event

const log = [
  event(1_000, 'session.created'),
  event(1_000, 'effect.started', { effect: 'a', kind: 'model' }),
  event(3_000, 'run.state'),
  event(6_000, 'model.replied', { effect: 'a', text: '0123456789' }),
  { ...event(6_000, 'message'), id: 'm1' } as Event,
  event(906_000, 'question.asked'),
]

describe('a recording', () => {
  const played = playbackOf(log)

  test('plays its events at their times', () => {
    expect([0, 1_999, 2_000, 4_999, 5_000].map(played.countAt)).toEqual([2, 2, 3, 3, 5])
  })

  test('writes an answer between its request and its end', () => {
    expect(played.writingAt(500)).toEqual([])
    expect(played.writingAt(3_000)).toEqual([{ effect: 'a', text: '01234' }])
    expect(played.writingAt(5_000)).toEqual([])
  })

  test('shortens long waits', () => {
    expect(played.duration).toBe(11_000)
    expect(played.countAt(11_000)).toBe(log.length)
  })

  test('knows when a message was said', () => {
    expect([played.timeOf('m1'), played.timeOf('m2')]).toEqual([5_000, undefined])
  })

  test('knows when the user answers next', () => {
    const asked = playbackOf([...log, event(908_000, 'question.answered'), event(909_000, 'permission.answered')])
    expect([0, 13_000, 14_000].map(asked.answerAfter)).toEqual([13_000, 14_000, undefined])
  })

  test('knows what the clock showed, also after a pause that was cut short', () => {
    expect([0, 1_500, 5_000, 8_000, 11_000].map(played.clockAt)).toEqual([1_000, 2_500, 6_000, 456_000, 906_000])
  })

  test('of slow work is played faster, and its clock with it', () => {
    const calls = Array.from({ length: 20 }, (_, index) => [
      event(index * 10_000, 'effect.started', { effect: `${index}`, kind: 'model' }),
      event((index + 1) * 10_000, 'model.replied', { effect: `${index}`, text: 'Done.' }),
    ])
    const slow = playbackOf(calls.flat())
    expect(slow.duration).toBe(100_000)
    expect([0, 2_500, 50_000, 100_000].map(slow.clockAt)).toEqual([0, 5_000, 100_000, 200_000])
  })

  test('marks where something happens', () => {
    expect(played.marks).toEqual([
      { time: 5_000, kind: 'message' },
      { time: 11_000, kind: 'asked' },
    ])
  })

  test('leaves time to read parallel answers before the next ones begin', () => {
    const round = (at: number, ...names: readonly string[]) => [
      ...names.map((effect) => event(at, 'effect.started', { effect, kind: 'model' })),
      ...names.map((effect) => event(at + 1_000, 'model.replied', { effect, text: 'x'.repeat(600) })),
      event(at + 1_000, 'message'),
    ]
    const blind = playbackOf([...round(0, 'a', 'b'), ...round(1_000, 'c', 'd')])
    expect(blind.marks.map(({ time }) => time)).toEqual([1_000, 10_000])
    expect([1_000, 5_000, 8_999, 9_000].map(blind.countAt)).toEqual([5, 5, 5, 7])
    expect([1_000, 5_000, 9_000, 9_500].map(blind.clockAt)).toEqual([1_000, 1_000, 1_000, 1_500])
    const turns = playbackOf([...round(0, 'a'), ...round(1_000, 'b')])
    expect(turns.marks.map(({ time }) => time)).toEqual([1_000, 2_000])
  })

  test.each([[[]], [[event(5, 'session.created')]]])('of %o can be played', (events) => {
    expect(playbackOf(events).duration).toBe(0)
    expect(playbackOf(events).countAt(0)).toBe(events.length)
  })

  test('with a clock that was set back still moves forward', () => {
    const back = playbackOf([event(5_000, 'session.created'), event(1_000, 'message'), event(2_000, 'message')])
    expect(back.duration).toBe(1_000)
    expect(back.countAt(0)).toBe(2)
  })
})
