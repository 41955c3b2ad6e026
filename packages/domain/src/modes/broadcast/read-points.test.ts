import { expect, test } from 'vitest'
import type { MessageId } from '../../shared/ids.ts'
import { readPoints } from './read-points.ts'

const opinions = [
  { message: 'm2' as MessageId, agent: 'ada', text: 'One database is **enough** for years. Move it now.' },
  { message: 'm3' as MessageId, agent: 'bert', text: 'You need one database.\nWait until January, though.' },
]

const read = (text: string) =>
  readPoints(text, opinions)?.map(({ kind, text: said, passages }) => [
    kind,
    said,
    ...passages.map(({ agent }) => agent),
  ])

test('a point has the passages that are in its answers, whatever their Markdown and line breaks', () => {
  expect(
    read('AGREED: One is enough.\nPASSAGE: m2 "One database is enough"\nPASSAGE: [m3] “you need one database. Wait”'),
  ).toEqual([['all', 'One is enough.', 'ada', 'bert']])
})

test('a passage that no answer contains, or another one, is discarded, and a point without one too', () => {
  expect(
    read(
      'AGREED: Fast.\nPASSAGE: m2 "Postgres is fast"\n\nPARTLY: Now.\nPASSAGE: m3 "Move it now"\nPASSAGE: m9 "Move it now"',
    ),
  ).toBeUndefined()
})

test('what one answer does not support is what some say', () => {
  expect(read('AGREED: Now.\nPASSAGE: m2 "Move it now."')).toEqual([['some', 'Now.', 'ada']])
})

test('one answer does not contradict itself', () => {
  expect(read('DISPUTED: When.\nPASSAGE: m2 "Move it now."\nPASSAGE: m2 "One database is enough"')).toEqual([
    ['some', 'When.', 'ada', 'ada'],
  ])
})

test('a single word is no passage, and a passage before any point belongs to none', () => {
  expect(read('PASSAGE: m2 "Move it now."\nPARTLY: When.\nPASSAGE: m2 "now"')).toBeUndefined()
})

test('a flood of points is cut, and prose is no comparison', () => {
  const point = 'PARTLY: Now.\nPASSAGE: m2 "Move it now."\n'
  expect(readPoints(point.repeat(500), opinions)?.length).toBe(12)
  expect(readPoints('They all say that one database is enough.', opinions)).toBeUndefined()
})
