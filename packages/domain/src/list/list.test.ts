import { expect, test } from 'vitest'
import { append, at, emptyList, findLast, items, type List, last, listOf, toArray } from './list.ts'

const numbers = (count: number): List<number> =>
  Array.from({ length: count }, (_, index) => index).reduce<List<number>>(append, emptyList())

test.each([0, 1, 31, 32, 33, 64, 65, 1_000])('a list keeps %i items in order', (count) => {
  const list = numbers(count)
  expect(list.size).toBe(count)
  expect(toArray(list)).toEqual(Array.from({ length: count }, (_, index) => index))
  expect([...items(list)]).toEqual(toArray(list))
  expect(last(list)).toBe(count === 0 ? undefined : count - 1)
  expect(listOf(...toArray(list))).toEqual(list)
})

test('a list finds items by index and from the end', () => {
  const list = numbers(100)
  expect([at(list, 0), at(list, 63), at(list, 99), at(list, 100)]).toEqual([0, 63, 99, undefined])
  expect(findLast(list, (value) => value % 7 === 0)).toBe(98)
})

test('a list has nothing past its end or before its start', () => {
  const list = numbers(5)
  expect([5, 32, 34, 98, -1].map((index) => at(list, index))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('an older list never sees later appends', () => {
  const older = numbers(40)
  append(older, 99)
  expect(toArray(older)).toHaveLength(40)
})

test('a list survives JSON, as a snapshot must', () => {
  expect(JSON.parse(JSON.stringify(listOf(1, 2, 3)))).toEqual(listOf(1, 2, 3))
})
