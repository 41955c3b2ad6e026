import { expect, test } from 'vitest'
import { squaresOf } from './growth.ts'

test('a reader that looks at the rest of the text from each character is found out', () => {
  expect(squaresOf((text) => /-+$/u.exec(text))).toContain('"-" in the middle')
})

test('a reader that looks at each character a few times is not', () => {
  expect(squaresOf((text) => text.split('').map((each) => each.codePointAt(0)))).toEqual([])
})
