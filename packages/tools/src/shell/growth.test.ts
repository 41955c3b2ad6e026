import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { dangerousArguments } from './options.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'the name of a program': (text) => dangerousArguments(text, []),
  'an argument of tar': (text) => dangerousArguments('tar', [{ text: text.replaceAll('a', 'I') } as never]),
}

describe('reading takes less than quadratic time for', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read)).toEqual([]))
})
