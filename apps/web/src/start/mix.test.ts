import { describe, expect, test } from 'vitest'
import { mixedOver } from './mix.ts'

const seat = (slug: string, role = 'member') => ({ slug, seat: role, model: 'acme/cedar' }) as never
const seats = [seat('head', 'lead'), seat('ada'), seat('bert'), seat('cleo'), seat('moderator', 'judge')]

describe('mixing models', () => {
  test('gives each vendor a seat before one has two, and leaves lead and judge alone', () => {
    const models = ['openai/gpt-5', 'openai/gpt-5-mini', 'anthropic/claude-x', 'google/gemini-y']
    expect(mixedOver(seats, models)).toEqual({
      ada: 'openai/gpt-5',
      bert: 'anthropic/claude-x',
      cleo: 'google/gemini-y',
    })
  })

  test('starts again with the first vendor if there are fewer vendors than seats', () => {
    expect(mixedOver(seats, ['openai/gpt-5', 'openai/o3', 'mistral/large'])).toEqual({
      ada: 'openai/gpt-5',
      bert: 'mistral/large',
      cleo: 'openai/gpt-5',
    })
  })

  test('takes several models of one vendor if no other is connected', () => {
    expect(mixedOver(seats, ['local/cedar', 'local/oak'])).toMatchObject({ ada: 'local/cedar', bert: 'local/oak' })
  })

  test('is not possible with one model', () => {
    expect(mixedOver(seats, ['local/cedar'])).toBeNull()
    expect(mixedOver(seats, [])).toBeNull()
  })

  test('leaves the user out', () => {
    expect(mixedOver([...seats, seat('user')], ['a/one', 'b/two'])).not.toHaveProperty('user')
  })
})
