import { expect, test } from 'vitest'
import { readClaims } from './read-claims.ts'

const claimed = (text: string) => readClaims(text).map((reading) => reading.claimed)

test.each([
  ['a table row of empty cells', `| tests ${'| '.repeat(120)}x |`],
  ['a line of dashes and colons', `The tests ${': - = '.repeat(70)}x.`],
  ['builds between dashes', `The build ${'- '.repeat(200)}x.`],
])('%s claims nothing, and is read to its end', (_, text) => {
  expect(claimed(text)).toEqual([])
})

test.each(['| Tests | pass |', 'Tests: pass', 'Tests - all pass.', 'Tests: - : pass.', 'All tests now pass.'])(
  '%s is a claim that the tests pass',
  (text) => {
    expect(claimed(text)).toMatchObject([{ kind: 'ran', what: 'tests', passes: true }])
  },
)

test.each([
  'I changed slug() in src/slug.js so that it replaces every run of spaces.',
  'I changed `slug()` in `src/slug.js`.',
])('a file in which something is said to be changed: %s', (text) => {
  expect(readClaims(text).map(({ claimed }) => claimed)).toContainEqual({
    kind: 'wrote',
    path: 'src/slug.js',
    doer: 'self',
  })
})
