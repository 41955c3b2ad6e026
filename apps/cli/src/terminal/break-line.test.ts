import { expect, test } from 'vitest'
import { breakLine } from './break-line.ts'

const margins = { first: '', rest: '> ' }

test('a line is broken where it is full, and every blank stays', () => {
  expect(breakLine({ text: 'ab    cd   ' }, 6, margins)).toEqual(['ab  ', '>   cd', '>    '])
})

test('wide characters are never halved, and a single one always has a place', () => {
  expect(breakLine({ text: '日本語' }, 5, margins)).toEqual(['日', '> 本', '> 語'])
  expect(breakLine({ text: '日本' }, 1, margins)).toEqual(['日', '> 本'])
})

test('an empty line is one row', () => {
  expect(breakLine({ text: '' }, 6, margins)).toEqual([''])
})
