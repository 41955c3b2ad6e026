import { expect, test } from 'vitest'
import { usageOf } from '../usage.ts'
import { chatUsage } from './chat-usage.ts'

const counted = (counts: object | null) => usageOf(chatUsage(counts))

test('reasoning counted separately from the completion is output', () => {
  const counts = {
    prompt_tokens: 12,
    completion_tokens: 1,
    total_tokens: 291,
    completion_tokens_details: { reasoning_tokens: 278 },
  }
  expect(counted(counts)).toEqual({ input: 12, cached: 0, output: 279 })
})

test('reasoning that is part of the completion is not counted twice', () => {
  const counts = {
    prompt_tokens: 12,
    completion_tokens: 279,
    total_tokens: 291,
    completion_tokens_details: { reasoning_tokens: 278 },
  }
  expect(counted(counts)).toEqual({ input: 12, cached: 0, output: 279 })
})

test('a total that does not add up does not increase the count', () => {
  expect(counted({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 900 })).toMatchObject({ output: 5 })
})

test('cached tokens are found under every known name', () => {
  const counts = { prompt_tokens: 100, completion_tokens: 5 }
  for (const named of [
    { prompt_tokens_details: { cached_tokens: 40 } },
    { prompt_cache_hit_tokens: 40 },
    { cached_tokens: 40 },
  ])
    expect(counted({ ...counts, ...named })).toMatchObject({ cached: 40 })
})

test('missing counts are unknown, not zero', () => {
  expect(counted(null)).toBeNull()
  expect(counted({ prompt_tokens: 10, completion_tokens: null })).toBeNull()
})
