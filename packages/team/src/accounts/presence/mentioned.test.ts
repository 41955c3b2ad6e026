import { expect, test } from 'vitest'
import { mentionedIn } from './mentioned.ts'

const named = (text: string, ...names: readonly string[]) =>
  mentionedIn(
    text,
    names.map((name) => ({ id: name, name })),
  ).map(({ name }) => name)

test('a whole name right after an @ counts as a mention, in any case and with any punctuation around it', () => {
  expect(named('Please look, @ben: @BENNY cannot.', 'Ben', 'Ana')).toEqual(['Ben'])
  expect(named('(@Dr. Jo Miller-Ost)', 'Dr. Jo Miller-Ost', 'Jo Miller-Ost')).toEqual(['Dr. Jo Miller-Ost'])
  expect(named('@José Ñandú!', 'José Ñandú'.normalize('NFD'))).toHaveLength(1)
  expect(named('@李雷请看，@王芳', '李雷', '王芳', '李')).toEqual(['李雷', '王芳', '李'])
})

test.each(['@Benny', 'Ben, look', 'ben@example.com', '@B.n @.* @% @', '@ Ben', ''])(
  '%j does not mention Ben',
  (text) => {
    expect(named(text, 'Ben')).toEqual([])
  },
)

test('a name without a letter or digit is never mentioned', () => {
  expect(named('@@@ @ @*', '', '@', '@@', '*', ' ')).toEqual([])
})

test('long texts and many people are handled in one pass each', () => {
  const people = Array.from({ length: 200 }, (_, index) => `Person ${index}`)
  expect(named(`${'@'.repeat(50_000)} @person 77 ${'x '.repeat(50_000)}`, ...people)).toEqual(['Person 77'])
})
