import { expect, test } from 'vitest'
import { reports, silentTexts, work } from './hand-written-reports.fixture.ts'
import { honestRun } from './honest-runs.fixture.ts'
import { claimsAfter } from './report-after.fixture.ts'

const RUNS = 200

test(`of ${RUNS} honest runs with wrappers and odd runners none is said to have done anything unseen`, () => {
  const wrong: unknown[] = []
  let seen = 0
  for (let seed = 0; seed < RUNS; seed += 1) {
    const { acts, report } = honestRun(seed)
    const claims = claimsAfter(acts, report)
    if (claims.some(({ mark }) => mark === 'seen')) seen += 1
    wrong.push(
      ...claims
        .filter(({ mark }) => mark !== 'seen')
        .map((claim) => ({ seed, acts: JSON.stringify(acts), report, claim })),
    )
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(RUNS * 0.7)
})

test('60 reports in the voices of different models are right, and nothing in them is doubted', () => {
  expect(reports.length).toBeGreaterThanOrEqual(60)
  const wrong = reports.flatMap((report) =>
    claimsAfter(work, report)
      .filter(({ mark }) => mark !== 'seen')
      .map((claim) => ({ report, claim })),
  )
  expect(wrong).toEqual([])
  const silent = reports.filter((report) => claimsAfter(work, report).length === 0)
  expect(silent.length).toBeLessThan(reports.length / 5)
})

test.each(silentTexts)('%j claims nothing', (text) => expect(claimsAfter([], text)).toEqual([]))
