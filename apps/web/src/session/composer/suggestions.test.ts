import { emptySession, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const people = [
  { id: '1', name: 'Ben Miller' },
  { id: '2', name: 'Bea' },
]
const inserts = (text: string) =>
  suggestionsFor(text, emptySession('S' as SessionId), people).map(({ insert }) => insert)

test('people are suggested after any @, and the text before it stays', () => {
  expect(inserts('@b')).toEqual(['@Ben Miller ', '@Bea '])
  expect(inserts('Please look,\n@ben mi')).toEqual(['Please look,\n@Ben Miller '])
  expect(inserts('a @')).toEqual(['a @Ben Miller ', 'a @Bea '])
})

test.each(['ben@b', 'no sign', '@bea', '@Ben Miller please', '@x', ''])('nobody is suggested after %j', (text) => {
  expect(inserts(text)).toEqual([])
})
