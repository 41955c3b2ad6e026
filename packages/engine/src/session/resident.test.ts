import { emptySession, type Session, SessionId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { RecentStates, snapshotIsDue, weightOf } from './resident.ts'

const at = (seq: number, id = 'S'): Session => ({ ...emptySession(SessionId.parse(id)), seq })

describe('a snapshot', () => {
  test.each([
    { seq: 499, snapshotSeq: 0, due: false, why: 'a short log folds faster' },
    { seq: 500, snapshotSeq: 0, due: true, why: 'there is none yet' },
    { seq: 624, snapshotSeq: 500, due: false, why: 'the log grew by less than a quarter' },
    { seq: 625, snapshotSeq: 500, due: true, why: 'the log grew by a quarter' },
    { seq: 101_999, snapshotSeq: 100_000, due: false, why: 'fewer than 2,000 events follow it' },
    { seq: 102_000, snapshotSeq: 100_000, due: true, why: '2,000 events follow it' },
  ])('at $seq with one at $snapshotSeq: due is $due, because $why', ({ seq, snapshotSeq, due }) => {
    expect(snapshotIsDue({ state: at(seq), snapshotSeq })).toBe(due)
  })

  test('is written a few dozen times in a conversation of 10,000 events, not at every rest', () => {
    let snapshotSeq = 0
    let written = 0
    for (let seq = 3; seq <= 10_000; seq += 3)
      if (snapshotIsDue({ state: at(seq), snapshotSeq })) {
        written += 1
        snapshotSeq = seq
      }
    expect(written).toBeLessThan(20)
  })
})

describe('recent states', () => {
  const resident = (id: string, characters: number) => ({ state: at(1, id), characters, snapshotSeq: 0 })
  const kept = (states: RecentStates, ids: readonly string[]) =>
    ids.filter((id) => states.get(SessionId.parse(id)) !== undefined)

  test('drop the least recently used one when they are too large together', () => {
    const states = new RecentStates()
    for (const id of ['A', 'B', 'C']) states.keep(resident(id, 6_000_000))
    expect(kept(states, ['A', 'B', 'C'])).toEqual(['B', 'C'])
    states.keep(resident('B', 6_000_000))
    states.keep(resident('D', 6_000_000))
    expect(kept(states, ['B', 'C', 'D'])).toEqual(['B', 'D'])
  })

  test('do not keep a session that is too large on its own, nor its older state', () => {
    const states = new RecentStates()
    states.keep(resident('A', 10))
    states.keep(resident('B', 10))
    states.keep(resident('A', 16_000_001))
    expect(kept(states, ['A', 'B'])).toEqual(['B'])
  })

  test('are at most 256, however small', () => {
    const states = new RecentStates()
    const ids = Array.from({ length: 300 }, (_, index) => `S${index}`)
    for (const id of ids) states.keep(resident(id, 1))
    expect(kept(states, ids)).toHaveLength(256)
  })
})

test('the weight of a value grows with its texts', () => {
  expect(weightOf({ text: 'x'.repeat(5_000), list: [1, null, 'y'] })).toBeGreaterThan(5_000)
  expect(weightOf({ text: '' })).toBeLessThan(100)
})
