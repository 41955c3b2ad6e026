import { expect, test } from 'vitest'
import { countVotes } from './count.ts'
import { learnOutcome } from './learn-outcome.ts'
import { emptyRecord, type TrackRecord, type Vote } from './record.ts'
import { recordFor, StoredRecord } from './stored-record.ts'

const TEAM = ['a/good', 'b/bad', 'c/worse']

const vote = (...votes: readonly (readonly [model: string, option: string])[]): Vote => ({
  topic: 'hiring',
  options: ['Secret plan', 'Y'],
  ballots: votes.map(([model, option]) => ({ voter: `x (${model})`, model, option, confidence: 70 })),
})
const split = vote(['a/good', 'Secret plan'], ['b/bad', 'Y'], ['c/worse', 'Y'])

/** `good` is always right, the others always wrong. */
function learned(): TrackRecord {
  let record = emptyRecord
  for (let at = 0; at < 20; at++) record = learnOutcome(record, split, { truth: 'Secret plan', at })
  return record
}

const stored = (models: readonly string[]): TrackRecord =>
  StoredRecord.parse(JSON.parse(JSON.stringify(recordFor(learned(), models))))

test('a stored record counts votes like the complete one', () => {
  expect(countVotes(split, stored(TEAM))).toEqual(countVotes(split, learned()))
  expect(countVotes(split, stored(TEAM)).option).toBe('Secret plan')
  expect(countVotes(split, emptyRecord).option).toBe('Y')
})

test('a stored record contains only the team’s models', () => {
  const text = JSON.stringify(stored(['b/bad', 'c/worse']))
  expect(text).not.toContain('a/good')
  expect(text).toContain('b/bad')
})

test('a stored record does not say what other decisions were about', () => {
  expect(JSON.stringify(stored(TEAM))).not.toContain('Secret plan')
})

test('a stored record stays small, however many different questions were resolved', () => {
  let record = learned()
  for (let at = 0; at < 200; at++)
    record = learnOutcome(record, { ...split, options: ['Secret plan', 'Y', `Z${at}`] }, { truth: 'Y', at: 20 + at })
  const text = JSON.stringify(recordFor(record, TEAM))
  expect(text.length).toBeLessThan(4_000)
  expect(text.length).toBeLessThan(JSON.stringify(record).length / 4)
})
