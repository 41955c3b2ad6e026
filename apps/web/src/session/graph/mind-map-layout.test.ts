import { expect, test } from 'vitest'
import { matrixOf } from '../view/matrix.ts'
import type { Position } from '../view/view.ts'
import { MAP, mindMapOf } from './mind-map-layout.ts'

const held = (agent: string, round: number, position: string, more: Partial<Position> = {}): Position => ({
  agent,
  round,
  position,
  confidence: 70,
  changed: false,
  because: '',
  ...more,
})
const mapOf = (...positions: readonly Position[]) => mindMapOf(matrixOf(positions), 800)

test('a line runs on in its band, and bends where a mind changes', () => {
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

test('nobody is drawn over anybody, and sentences of one gap do not cover each other', () => {
  const agents = Array.from({ length: 9 }, (_, index) => `agent-${index}`)
  const map = mapOf(...agents.map((agent) => held(agent, 1, 'Keep')), ...agents.map((agent) => held(agent, 2, 'Move')))
  expect(new Set(map.stops.map(({ x, y }) => `${x}/${y}`)).size).toBe(18)
  const tops = map.bends.map(({ y }) => y)
  tops.slice(1).forEach((top, index) => {
    expect(top - (tops[index] ?? 0)).toBeGreaterThan(MAP.labelHeight)
  })
  expect(map.height).toBeGreaterThanOrEqual(Math.max(...tops) + MAP.labelHeight)
})

test('who was not asked in a round is carried over, and who abstains has a band', () => {
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

test('three rounds fit beside the side panel, with room for the sentences', () => {
  const positions = [1, 2, 3].map((round) => held('ada', round, 'Keep'))
  const { width, columns, isCompact } = mindMapOf(matrixOf(positions), 750)
  expect(isCompact).toBe(false)
  expect(width).toBeLessThanOrEqual(750)
  expect((columns[1]?.x ?? 0) - (columns[0]?.x ?? 0)).toBeGreaterThan(MAP.label)
})

test('on a phone, changes of mind are listed in the order in which they happened', () => {
  const first = [held('ada', 1, 'Keep'), held('bob', 1, 'Move')]
  const second = [held('ada', 2, 'Keep'), held('bob', 2, 'Keep')]
  const last = [held('ada', 3, 'Move'), held('bob', 3, 'Keep')]
  const { bends } = mindMapOf(matrixOf([...first, ...second, ...last]), 342)
  expect(bends.map(({ to }) => to.agent)).toEqual(['bob', 'ada'])
})

test.each([2, 3, 5, 7])('%i rounds fit the width of a phone, and no face covers another', (count) => {
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
