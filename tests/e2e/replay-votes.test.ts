import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, type Place } from './launch.ts'

const decision = (id: number, options: readonly string[]) =>
  JSON.stringify({
    set: 'made-up',
    id: String(id),
    topic: 'general',
    options: ['A', 'B'],
    truth: 'A',
    votes: options.map((option, seat) => ({ voter: 'abc'[seat], option, confidence: null })),
  })

let place: Place

beforeEach(() => {
  place = newPlace()
})

afterEach(() => place.remove())

function file(name: string, text: string): string {
  const path = join(place.workspace, name)
  writeFileSync(path, text)
  return path
}

test('recorded votes give one line of JSON per file, with the accuracy next to a plain majority', async () => {
  const files = [
    file('one.jsonl', [decision(1, ['A', 'A', 'B']), decision(2, ['A', 'B', 'B'])].join('\n')),
    file('two.jsonl', `${decision(1, ['A', 'A', 'A'])}\n\n`),
  ]
  const { code, stdout } = await place.convene('decisions', 'replay', ...files, '--voters', 'a,b,c', '--json')
  const [one, two, ...more] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([code, more]).toEqual([0, []])
  expect(one).toMatchObject({ set: 'made-up', voters: ['a', 'b', 'c'], decisions: 2, accuracy: 0.5 })
  expect(one.majority).toMatchObject({ accuracy: 0.5 })
  expect(two).toMatchObject({ decisions: 1, accuracy: 1, undecided: 0 })
})

test.each([
  ['not json', 'votes.jsonl:1 is not a decision'],
  ['{"votes":[]}', 'truth'],
  ['', 'contains no decisions'],
])('a file with %j is refused with what is wrong in it', async (text, said) => {
  const { code, stderr } = await place.convene('decisions', 'replay', file('votes.jsonl', text))
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
})

test('an unknown voter is named, with the voters in the file', async () => {
  const votes = file('votes.jsonl', decision(1, ['A', 'B']))
  const { code, stderr } = await place.convene('decisions', 'replay', votes, '--voters', 'a,zed')
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no votes from zed\. Voters: a, b\./u)])
})
