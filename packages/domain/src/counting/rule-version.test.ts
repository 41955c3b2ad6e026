import { expect, test } from 'vitest'
import { ownRules } from '../event/rule-versions.ts'
import { hashNumber } from '../shared/hash.ts'
import { countVotes } from './count.ts'
import { learnOutcome } from './learn-outcome.ts'
import { emptyRecord, type Vote } from './record.ts'

const models = ['a/one', 'a/two', 'b/one', 'c/one']
const options = ['Go', 'Wait', 'Stop']

/** The nth of many different votes. */
const voteOf = (nth: number): Vote => ({
  topic: nth % 3 === 0 ? 'law' : 'code',
  options: nth % 4 === 3 ? null : options.slice(0, 2 + (nth % 2)),
  ballots: models.slice(0, 1 + (nth % 4)).map((model, seat) => ({
    voter: `${seat}`,
    model,
    option: options[(nth * 7 + seat * 3) % (2 + (nth % 2))] ?? 'Go',
    confidence: (nth + seat) % 3 === 0 ? null : 40 + ((nth * 11 + seat * 17) % 60),
  })),
})

/** Everything that 60 votes and their outcomes come to. Rounded: other processors round the last digits differently. */
function fingerprint(): number {
  let known = emptyRecord
  const said: string[] = []
  for (let nth = 0; nth < 60; nth++) {
    const { tied, close, probability, weights } = countVotes(voteOf(nth), known)
    said.push(JSON.stringify([tied, close, probability.toFixed(9), weights.map(({ counted }) => counted.toFixed(9))]))
    known = learnOutcome(known, voteOf(nth), { truth: options[nth % 2] ?? null, at: nth * 86_400_000 })
  }
  return hashNumber(said.join('\n'))
}

/** What each version of the counting rule comes to. A version that was used for a receipt stays here unchanged. */
const fingerprints: { readonly [version: number]: number } = { 1: 3642886951 }

test('the counting rule has another version as soon as it comes to other numbers', () => {
  expect(fingerprint()).toBe(fingerprints[ownRules.counting])
})
