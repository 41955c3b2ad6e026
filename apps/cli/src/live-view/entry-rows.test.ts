import { expect, test } from 'vitest'
import { noStyle } from '../terminal/style.ts'
import { entriesRows } from './entry-rows.ts'
import type { LiveEntry } from './view.ts'

const rowsOf = (lines: readonly string[], inCode = false) =>
  entriesRows(
    lines.map((text) => ({ kind: 'line', text, inCode })),
    { width: 80, style: noStyle },
  )

test('lines that only the program reads take no row, and empty lines keep theirs', () => {
  const topic = ['Where?', '', 'PROTOCOL: decide', 'OPTION: Redis', 'DISCUSSION_DEPTH: Quick', 'So.']
  expect(rowsOf(topic)).toEqual(['  Where?', '', '  • Redis', '  So.'])
})

test('a position is one row, even between empty lines, and the text after it keeps its distance', () => {
  const lines = ['Wait.', '', 'VOTE: B', '', 'PROBABILITIES: A 22, B 78', 'CHANGED: no', '', 'So.']
  expect(rowsOf(lines)).toEqual(['  Wait.', '', '  B · 78 % · unchanged', '', '  So.'])
})

test('the summary of a failed plan reads as plain words, without headings and list marks', () => {
  const summary = '## Steps\n- s1 failed (no answer), Ada: Write it\n- s2 skipped, Bert: Test it'
  const entry = { kind: 'ending', tone: 'bad', text: 'Failed', summary, facts: ['2 calls'] } as unknown as LiveEntry
  const rows = entriesRows([entry], { width: 80, style: noStyle })
  expect(rows.at(-1)).toBe('  s1 failed (no answer), Ada: Write it. s2 skipped, Bert: Test it')
})

test('code is shown verbatim', () => {
  expect(rowsOf(['PROTOCOL: decide'], true).join('')).toContain('PROTOCOL: decide')
})

test('the work for a long answer grows with its lines, not with their square', () => {
  const touchesFor = (lines: number): number => {
    const entries = Array.from({ length: lines }, (_, index) => ({
      kind: 'line',
      text: `word ${index}`,
      inCode: false,
    }))
    let touched = 0
    const counted = new Proxy(entries, {
      get: (target, key, self) => {
        touched += typeof key === 'string' && /^\d+$/u.test(key) ? 1 : 0
        return Reflect.get(target, key, self)
      },
    })
    entriesRows(counted as LiveEntry[], { width: 80, style: noStyle })
    return touched
  }
  expect(touchesFor(2_000)).toBeLessThanOrEqual(2 * touchesFor(1_000) + 10)
})
