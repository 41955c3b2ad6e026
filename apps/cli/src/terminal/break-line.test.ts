import { expect, test } from 'vitest'
import { breakLine } from './break-line.ts'

const margins = { first: '', rest: '> ' }

test('a full line is broken, and every space is kept', () => {
  expect(breakLine({ text: 'ab    cd   ' }, 6, margins)).toEqual(['ab  ', '>   cd', '>    '])
})

test('wide characters are never split, and a single one always fits', () => {
  expect(breakLine({ text: '日本語' }, 5, margins)).toEqual(['日', '> 本', '> 語'])
  expect(breakLine({ text: '日本' }, 1, margins)).toEqual(['日', '> 本'])
})

test('an empty line is one row', () => {
  expect(breakLine({ text: '' }, 6, margins)).toEqual([''])
})
