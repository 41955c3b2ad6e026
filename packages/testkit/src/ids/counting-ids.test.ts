import { expect, test } from 'vitest'
import { countingIds } from './counting-ids.ts'

test('ids have the shape of ULIDs, sort in creation order and never repeat', () => {
  const ids = countingIds()
  const made = Array.from({ length: 2_000 }, () => ids.next())
  expect(made.every((id) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toBe(true)
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(2_000)
})

test('two sources that start at the same number give the same ids', () => {
  expect(countingIds(7).next()).toBe(countingIds(7).next())
})
