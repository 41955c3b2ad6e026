import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { recordFor, StoredRecord } from './schema.ts'
import { type Ballot, emptyRecord, type Poll, resolve, type TrackRecord } from './track-record.ts'

const ballot = (model: string, option: string): Ballot => ({ voter: `x (${model})`, model, option, confidence: 70 })
const poll = (...votes: readonly (readonly [string, string])[]): Poll => ({
  topic: 'general',
  options: 2,
  ballots: votes.map(([model, option]) => ballot(model, option)),
})

/** `good` is always right, the others always wrong. */
function learned(): TrackRecord {
  let record = emptyRecord
  for (let at = 0; at < 20; at++) {
    const each = poll(['a/good', 'X'], ['b/bad', 'Y'], ['c/worse', 'Y'])
    const { features } = decide(each, record)
    record = resolve(record, each, { truth: 'X', at }, { features, right: 1 })
  }
  return record
}

test('a stored record counts votes like the complete one', () => {
  const record = learned()
  const stored = StoredRecord.parse(JSON.parse(JSON.stringify(recordFor(record, ['a/good', 'b/bad', 'c/worse']))))
  const next = poll(['a/good', 'X'], ['b/bad', 'Y'], ['c/worse', 'Y'])
  expect(decide(next, stored)).toEqual(decide(next, record))
  expect(decide(next, stored)).toMatchObject({ option: 'X', how: 'record' })
  expect(decide(next, emptyRecord)).toMatchObject({ option: 'Y', how: 'majority' })
})

test('a stored record contains only the team’s models', () => {
  const stored = recordFor(learned(), ['b/bad', 'c/worse'])
  expect(Object.keys(stored.models)).toEqual(['b/bad', 'c/worse'])
  expect(Object.keys(stored.voters)).toEqual(['x (b/bad)', 'x (c/worse)'])
  expect(Object.keys(stored.wrong)).toEqual(['b/bad + c/worse'])
})
