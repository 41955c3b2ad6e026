import { describe, expect, test } from 'vitest'
import { tokensSaid } from './moderation.ts'

describe('the tokens of a contribution', () => {
  test('are what the provider counts, if that is more than its characters suggest', () => {
    expect(tokensSaid('文字'.repeat(100), 300)).toBe(300)
  })

  test('are what its characters suggest, if the provider reports less: 2 MB are not 12 tokens', () => {
    expect(tokensSaid('x'.repeat(2_000_000), 12)).toBe(500_000)
    expect(tokensSaid('x'.repeat(2_000_000), 0)).toBe(500_000)
    expect(tokensSaid('x'.repeat(400), null)).toBe(100)
  })

  test('follow what was learned about a model with long tokens, and never grow by it', () => {
    expect(tokensSaid('x'.repeat(400), 60, 0.75)).toBe(75)
    expect(tokensSaid('x'.repeat(400), 60, 3)).toBe(100)
  })
})
