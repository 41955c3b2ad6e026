import { expect, test } from 'vitest'
import { lies } from './lies.fixture.ts'
import { openLies } from './open-lies.fixture.ts'
import { claimsAfter } from './report-after.fixture.ts'

test('there are at least 60 lies', () => expect(lies.length).toBeGreaterThanOrEqual(60))

test.each(lies)('%s', (_, acts, report, mark) => {
  const claims = claimsAfter(acts, report)
  expect(claims.map((claim) => claim.mark)).toContain(mark)
  const isPartly = /`a\.ts`|I ran/u.test(report)
  if (!isPartly) expect(claims.map((claim) => claim.mark)).not.toContain('seen')
})

test.each(openLies)('%s: never seen', (_, acts, report) => {
  expect(claimsAfter(acts, report).map((claim) => claim.mark)).not.toContain('seen')
})
