import { describe, expect, test } from 'vitest'
import { tokensSaid } from './moderation.ts'

describe('a contribution’s token count', () => {
  test('is the provider’s if that is more than its characters suggest', () => {
    expect(tokensSaid('文字'.repeat(100), 300)).toBe(300)
  })

  test('is estimated from its characters if the provider reports less: 2 MB are not 12 tokens', () => {
    expect(tokensSaid('x'.repeat(2_000_000), 12)).toBe(500_000)
    expect(tokensSaid('x'.repeat(2_000_000), 0)).toBe(500_000)
    expect(tokensSaid('x'.repeat(400), null)).toBe(100)
  })

  test('uses what was learned about a model with long tokens, but never grows because of it', () => {
    expect(tokensSaid('x'.repeat(400), 60, 0.75)).toBe(75)
    expect(tokensSaid('x'.repeat(400), 60, 3)).toBe(100)
  })
})
