import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { parseIgnore } from './gitignore.ts'
import { parseGlob } from './glob.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a .gitignore': (text) => parseIgnore('', text),
  'a pattern for paths': parseGlob,
}

describe('a text that is eight times as long does not take the square of that', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
