import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { parseIgnore } from './gitignore.ts'
import { parseGlob } from './glob.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a .gitignore': (text) => parseIgnore('', text),
  'a path pattern': parseGlob,
}

describe('reading takes less than quadratic time for', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
