import { describe, expect, test } from 'vitest'
import { anchorOf, aroundOf } from './anchor.ts'

const file = ['import a', '', 'function one() {', '  return 1', '}', '', 'function two() {', '  return 2', '}']
const on = (line: number) => ({ line, around: aroundOf(file, line) })

describe('a comment on a line', () => {
  test('stays where it is while the line does', () => {
    expect(anchorOf(on(4), file)).toEqual({ state: 'here', line: 4 })
    expect(anchorOf(on(4), file.with(7, '  return 3'))).toEqual({ state: 'here', line: 4 })
  })

  test('follows its line, and says that it moved', () => {
    expect(anchorOf(on(4), ['// new', ...file])).toEqual({ state: 'moved', line: 5 })
  })

  test('of two equal lines, follows the one with its neighbours', () => {
    expect(anchorOf(on(5), ['', ...file])).toEqual({ state: 'moved', line: 6 })
    expect(anchorOf(on(9), ['', ...file])).toEqual({ state: 'moved', line: 10 })
  })

  test('says that its line is gone if it was changed or removed', () => {
    expect(anchorOf(on(4), file.with(3, '  return 4'))).toEqual({ state: 'gone', line: null })
    expect(anchorOf(on(8), file.slice(0, 6))).toEqual({ state: 'gone', line: null })
  })

  test('is not moved to a bracket somewhere else', () => {
    expect(anchorOf(on(9), ['x', '}', 'y'])).toEqual({ state: 'gone', line: null })
  })

  test('stores only the beginning of long lines, and finds it again', () => {
    const long = file.map((line) => line + 'x'.repeat(1_000_000))
    const around = aroundOf(long, 4)
    expect(JSON.stringify(around).length).toBeLessThan(5_000)
    expect(anchorOf({ line: 4, around }, ['', ...long])).toEqual({ state: 'moved', line: 5 })
  })
})
