import { describe, expect, test } from 'vitest'
import { ansiStyle, noStyle } from '../terminal/style.ts'
import { widthOf } from '../terminal/width.ts'
import { drawnTableLines, drawnTableRows } from './table-rows.ts'
import type { ToldSeat, ToldTable } from './view.ts'

const seat = (name: string, sure: number | null, icon = '🏛️', isSpeaking = false): ToldSeat => ({
  speaker: { slug: name.toLowerCase(), name, icon, color: '#3B82F6', model: '' },
  sure,
  isSpeaking,
})

const split: ToldTable = {
  scores: [
    { name: 'Blind', score: '1 : 2' },
    { name: 'Round 2', score: '2 : 1' },
  ],
  sides: [
    { letter: 'A', text: 'Keep Redis', seats: [seat('Architect', 90), seat('Security', 55)] },
    { letter: 'B', text: 'Move to Postgres', seats: [seat('Performance', 75)] },
  ],
  between: [{ name: 'UX', says: 'abstains' }],
  moves: [{ name: 'Security', from: 'B', to: 'A', why: '“Nobody pages for it.”', isNew: true }],
}

const drawn = (table: ToldTable, width: number) => drawnTableRows(table, { width, style: noStyle })
const rowOf = (rows: readonly string[], letter: string) => rows.find((row) => row.startsWith(` ${letter} `)) ?? ''

describe('the Table', () => {
  test.each([119, 99, 79, 59, 40])('fits %d columns, with a row for each side and every seat on its own', (width) => {
    const rows = drawn(split, width)
    for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width)
    expect(rowOf(rows, 'A')).toMatch(/Ar.* *|AR/u)
    expect(rowOf(rows, 'B')).toMatch(/P/u)
    expect(rows.length).toBeGreaterThanOrEqual(5)
  })

  test('puts the surer seat further from the line, in whatever order they spoke', () => {
    const row = rowOf(drawn(split, 99), 'A')
    expect(row.indexOf('Security 55')).toBeGreaterThan(row.indexOf('│'))
    expect(row.indexOf('Security 55')).toBeLessThan(row.indexOf('Architect 90'))
  })

  test('says who moved, and the sentence that did it', () => {
    expect(drawn(split, 99).at(-1)).toBe('   ↳ Security, from B to A: “Nobody pages for it.”')
  })

  test('shows eight seats on one side in a narrow terminal, none on top of another', () => {
    const names = ['Architect', 'Security', 'Performance', 'Devil', 'Quality', 'Domain', 'Operations', 'Interface']
    const seats = names.map((name) => seat(name, 70))
    const rows = drawn({ ...split, sides: [{ letter: 'A', text: 'Keep Redis', seats }] }, 59)
    const shown = rowOf(rows, 'A').slice(rowOf(rows, 'A').indexOf('│') + 1)
    expect(widthOf(rowOf(rows, 'A'))).toBeLessThanOrEqual(59)
    expect(shown.match(/[A-Z]{2}/gu)).toHaveLength(8)
  })

  test.each([
    ['is beyond the scale', 900],
    ['is below it', -40],
    ['is not said', null],
  ])('keeps a seat on its row if its confidence %s', (_, sure) => {
    const sides = [{ letter: 'A', text: 'Keep', seats: [seat('Ada', sure)] }]
    const row = rowOf(drawn({ ...split, sides }, 59), 'A')
    expect(row).toContain('Ada')
    expect(widthOf(row)).toBeLessThanOrEqual(59)
  })

  test('marks who is speaking, and shows a side that nobody holds', () => {
    const sides = [
      { letter: 'A', text: 'Keep', seats: [seat('Ada', 50, '', true)] },
      { letter: 'B', text: 'Move', seats: [] },
    ]
    const rows = drawn({ ...split, sides }, 79)
    expect(rowOf(rows, 'A')).toContain('▸Ada')
    expect(rowOf(rows, 'B')).toMatch(/^ B {2}Move +0 │$/u)
  })

  test('uses no colour without styles', () => {
    expect(drawn(split, 99).join('')).not.toContain('\u001b')
    expect(drawnTableRows(split, { width: 99, style: ansiStyle('256') }).join('')).toContain('\u001b')
  })
})

test('in a pipe the Table is one sentence per side', () => {
  expect(drawnTableLines(split)).toEqual([
    'Votes by round: blind, 1 : 2; round 2, 2 : 1.',
    'A, Keep Redis: Architect (90 % sure), Security (55 % sure).',
    'B, Move to Postgres: Performance (75 % sure).',
    'UX: abstains.',
    'Security went from B to A: “Nobody pages for it.”',
  ])
})
