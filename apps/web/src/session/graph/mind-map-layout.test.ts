import type { PositionView } from '@convene/domain'
import { expect, test } from 'vitest'
import { matrixOf } from '../view/matrix.ts'
import { MAP, mindMapOf } from './mind-map-layout.ts'

const held = (agent: string, round: number, position: string, more: Partial<PositionView> = {}): PositionView => ({
  agent,
  round,
  position,
  choice: null,
  confidence: 70,
  probabilities: null,
  abstains: false,
  changed: false,
  because: '',
  reason: '',
  flagged: false,
  message: null,
  blind: round === 1,
  ...more,
})
const mapOf = (...positions: readonly PositionView[]) => mindMapOf(matrixOf(positions), 800)

test('a line stays in its band and bends when a panelist changes their mind', () => {
  const map = mapOf(held('ada', 1, 'Keep'), held('bob', 1, 'Move'), held('ada', 2, 'Move'), held('bob', 2, 'Move'))
  expect(map.bands.map(({ option }) => option?.text)).toEqual(['Keep', 'Move'])
  expect(map.flows.map(({ from, isBend }) => `${from.agent} ${isBend}`)).toEqual(['ada true', 'bob false'])
  expect(map.bends.map(({ to }) => to.agent)).toEqual(['ada'])
  for (const { y, option } of map.stops) {
    const band = map.bands.find((each) => each.option === option)
    expect(y).toBeGreaterThan(band?.y ?? Number.NaN)
    expect(y).toBeLessThan((band?.y ?? 0) + (band?.height ?? 0))
  }
})

test('faces do not overlap, nor do sentences between the same rounds', () => {
  const agents = Array.from({ length: 9 }, (_, index) => `agent-${index}`)
  const map = mapOf(...agents.map((agent) => held(agent, 1, 'Keep')), ...agents.map((agent) => held(agent, 2, 'Move')))
  expect(new Set(map.stops.map(({ x, y }) => `${x}/${y}`)).size).toBe(18)
  const tops = map.bends.map(({ y }) => y)
  tops.slice(1).forEach((top, index) => {
    expect(top - (tops[index] ?? 0)).toBeGreaterThan(MAP.labelHeight)
  })
  expect(map.height).toBeGreaterThanOrEqual(Math.max(...tops) + MAP.labelHeight)
})

test('a line spans rounds in which its panelist was not asked, and abstentions have a band', () => {
  const map = mapOf(
    held('ada', 1, 'Keep'),
    held('bob', 2, 'Move'),
    held('ada', 3, 'Keep'),
    held('bob', 3, '', { abstains: true }),
  )
  expect(map.flows.map(({ from, to }) => [from.round, to.round])).toEqual([
    [1, 3],
    [2, 3],
  ])
  expect(map.bands.at(-1)?.option).toBeNull()
  expect(mapOf().stops).toEqual([])
})

test('three rounds fit next to the side panel, with room for the sentences', () => {
  const positions = [1, 2, 3].map((round) => held('ada', round, 'Keep'))
  const { width, columns, isCompact } = mindMapOf(matrixOf(positions), 750)
  expect(isCompact).toBe(false)
  expect(width).toBeLessThanOrEqual(750)
  expect((columns[1]?.x ?? 0) - (columns[0]?.x ?? 0)).toBeGreaterThan(MAP.label)
})

test.each([1, 2, 4])('%i rounds fill a wide room', (count) => {
  const rounds = Array.from({ length: count }, (_, index) => index + 1)
  const { width, columns } = mindMapOf(matrixOf(rounds.map((round) => held('ada', round, 'Keep'))), 1_400)
  expect(width).toBe(1_400)
  if (count > 1) expect(columns.at(-1)?.x).toBeGreaterThan(1_300)
})

test.each([
  ['down', 'Keep', 'Move'],
  ['up', 'Move', 'Keep'],
])('a sentence does not hide the bend that goes %s', (_, first, second) => {
  const others = [held('bob', 1, 'Keep'), held('cy', 1, 'Move'), held('bob', 2, 'Keep'), held('cy', 2, 'Move')]
  const { bends } = mindMapOf(matrixOf([...others, held('ada', 1, first), held('ada', 2, second)]), 750)
  const [bend] = bends
  if (!bend) throw new Error('no bend')
  for (let t = 0; t <= 1; t += 0.02) {
    const x = bend.from.x + (bend.to.x - bend.from.x) * (1.5 * t * (1 - t) + t ** 3)
    const y = bend.from.y + (bend.to.y - bend.from.y) * (3 * t ** 2 - 2 * t ** 3)
    const isUnder = x > bend.x && x < bend.x + MAP.label && y > bend.y && y < bend.y + MAP.labelHeight
    expect(isUnder).toBe(false)
  }
  expect(bend.x + MAP.label).toBeLessThanOrEqual(bend.to.x - MAP.row / 2)
})

test('on a phone, changes of mind are listed in the order in which they happened', () => {
  const first = [held('ada', 1, 'Keep'), held('bob', 1, 'Move')]
  const second = [held('ada', 2, 'Keep'), held('bob', 2, 'Keep')]
  const last = [held('ada', 3, 'Move'), held('bob', 3, 'Keep')]
  const { bends } = mindMapOf(matrixOf([...first, ...second, ...last]), 342)
  expect(bends.map(({ to }) => to.agent)).toEqual(['bob', 'ada'])
})

test.each([2, 3, 5, 7])('%i rounds fit the width of a phone without overlapping faces', (count) => {
  const rounds = Array.from({ length: count }, (_, index) => index + 1)
  const { width, columns, stops, bands, isCompact } = mindMapOf(
    matrixOf(rounds.flatMap((round) => [held('ada', round, 'Keep'), held('bob', round, round > 1 ? 'Keep' : 'Move')])),
    327,
  )
  expect(isCompact).toBe(true)
  expect(width).toBeLessThanOrEqual(327)
  expect((columns[1]?.x ?? 0) - (columns[0]?.x ?? 0)).toBeGreaterThanOrEqual(MAP.row)
  expect(new Set(stops.map(({ x, y }) => `${x}/${y}`)).size).toBe(stops.length)
  for (const { option, y } of stops)
    expect(y).toBeGreaterThan((bands.find((each) => each.option === option)?.y ?? 0) + 24)
})
