import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesOf, outside, representatives } from './suites.ts'

test('npm test and what it leaves out are all tests, and no test is in both', () => {
  const [everyday, rest, all] = [filesOf('everyday'), filesOf('rest'), filesOf('all')]
  expect([...everyday, ...rest].toSorted()).toEqual(all.toSorted())
  expect(everyday.filter((file) => rest.includes(file))).toEqual([])
  expect(everyday.length).toBeGreaterThan(rest.length)
})

test('npm test has a story in a real browser, an editor, a window and on several servers', () => {
  expect(representatives.filter((file) => !filesOf('everyday').includes(file))).toEqual([])
})

test('nothing is left out by a pattern that matches nothing', () => {
  expect(outside.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
})
