import fc from 'fast-check'
import { expect, test } from 'vitest'
import { globMatcher, matchesGlob, parseGlob } from './glob.ts'

test('a pattern matches the same paths whether they are tested one at a time or in bulk', () => {
  const part = fc.constantFrom('a', 'b', 'ab', '*', '**', '?', 'a*', '*b', '[ab]')
  const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'))
  fc.assert(
    fc.property(pattern, fc.array(path, { maxLength: 20 }), (written, paths) => {
      const matches = globMatcher(parseGlob(written))
      for (const one of paths)
        expect([written, one, matches(one)]).toEqual([written, one, matchesGlob(parseGlob(written), one)])
    }),
    { numRuns: 1_000, seed: 11 },
  )
})
