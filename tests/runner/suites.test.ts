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

test.each(outside.flatMap(alternatives))('%s, which is left out, names tests that exist', (pattern) => {
  expect(globSync(pattern, { exclude: ['**/node_modules'] })).not.toEqual([])
})

/** `a/{b,c}` names two: one of them may be gone while the other still matches. */
function alternatives(pattern: string): readonly string[] {
  const [whole, before = '', names = '', after = ''] = /^(.*?)\{([^{}]+)\}(.*)$/u.exec(pattern) ?? []
  return whole === undefined ? [pattern] : names.split(',').flatMap((name) => alternatives(`${before}${name}${after}`))
}
