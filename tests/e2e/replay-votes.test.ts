import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, type TestFolders } from './launch.ts'

const decision = (id: number, options: readonly string[]) =>
  JSON.stringify({
    set: 'made-up',
    id: String(id),
    topic: 'general',
    options: ['A', 'B'],
    truth: 'A',
    votes: options.map((option, seat) => ({ voter: 'abc'[seat], option, confidence: null })),
  })

let place: TestFolders

beforeEach(() => {
  place = newPlace()
})

afterEach(() => place.remove())

function file(name: string, text: string): string {
  const path = join(place.workspace, name)
  writeFileSync(path, text)
  return path
}

test('recorded votes give one line of JSON per file, counted by weight and by majority', async () => {
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
  const half = { right: 0.5, majority: 0.5 }
  expect(one).toMatchObject({
    set: 'made-up',
    voters: ['a', 'b', 'c'],
    decisions: 2,
    rules: { counting: half, majority: half },
  })
  expect(one.rules.counting.ages).toEqual([expect.objectContaining({ from: 0, decisions: 10 })])
  expect(two).toMatchObject({ decisions: 1, rules: { counting: { right: 1, close: 0 }, majority: { right: 1 } } })
})

test('the table has a row per rule, and says how much weights gain', async () => {
  const votes = file('votes.jsonl', [decision(1, ['A', 'A', 'B']), decision(2, ['A', 'B', 'B'])].join('\n'))
  const { stdout } = await place.convene('decisions', 'replay', votes, '--by-age')
  expect(stdout).toMatch(/made-up +3 +counting +10 +50\.0 % +50\.0 %/u)
  expect(stdout).toMatch(/made-up +3 +majority +10 +50\.0 %/u)
  expect(stdout).toContain('from 0 known')
  expect(stdout).toContain('counting − majority: +0.00 points right')
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
