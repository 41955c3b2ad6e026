import { describe, expect, test } from 'vitest'
import { answersAmong } from './answers.ts'

const among = (mode: string, ...said: readonly string[]) =>
  answersAmong(mode, said, (one) => ({ author: one.split(' ')[0] ?? '', kind: one.split(' ')[1] ?? '' }))

describe('what answers the goal', () => {
  test('is the synthesis, whatever was said after it', () => {
    expect(among('panel', 'ada argument', 'head synthesis', 'ada ballot')).toEqual(['head synthesis'])
  })

  test('is the last answer where there is no synthesis, and the last words where there is neither', () => {
    expect(among('agent', 'ada answer 1', 'ada answer 2', 'ada review')).toEqual(['ada answer 2'])
    expect(among('agent', 'ada clarification')).toEqual(['ada clarification'])
    expect(among('agent')).toEqual([])
  })

  test('is in a broadcast what each member said last', () => {
    expect(among('broadcast', 'ada answer 1', 'bert answer', 'ada answer 2')).toEqual(['bert answer', 'ada answer 2'])
  })
})
