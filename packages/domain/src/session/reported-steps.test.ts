import { expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { begun, ends, reply, seat, underWay } from './session.fixture.ts'

const price = { input: 1, output: 2 }
const settings = { models: { 'test/model': { price, context: null, agent: true } } }
const ran = { kind: 'execute', title: 'Tests', ok: true, command: 'npm test', output: 'Tests  12 passed (12)' }
const read = { kind: 'read', title: 'Read', ok: true, paths: ['/project/docs/spec.md'] }

const claimsOf = (steps: readonly object[], text: string) => {
  const session = underWay(begun({ members: [seat('ada')], settings }))
  const last = toArray(ends(session, 'ada', reply(text, { steps })).messages).at(-1)
  return (last?.claims ?? []).map(({ mark }) => mark)
}

test('what a coding agent says that it ran counts as its word', () => {
  expect(claimsOf([ran], 'All 12 tests pass.')).toEqual(['said'])
  expect(claimsOf([ran], 'All 13 tests pass.')).toEqual(['contradicted'])
  expect(claimsOf([{ ...ran, ok: false, output: '1 failed' }], 'All tests pass.')).toEqual(['contradicted'])
  expect(claimsOf([read], 'I read `docs/spec.md`.')).toEqual(['said'])
  const changed = { kind: 'edit', title: 'Edit', ok: true, paths: ['/project/src/a.ts'] }
  expect(claimsOf([ran, changed], 'All 12 tests pass.')).toEqual(['said'])
})

test('a coding agent that reports its steps is believed to report all of them, one that reports none is not judged', () => {
  expect(claimsOf([read], 'All 12 tests pass.')).toEqual(['not_seen'])
  expect(claimsOf([], 'All 12 tests pass.')).toEqual([])
  expect(claimsOf([{ kind: 'other', title: 'Task', ok: true }], 'All 12 tests pass.')).toEqual([])
})
