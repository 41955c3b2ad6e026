import { expect, test } from 'vitest'
import { passedTests, testSummary } from './test-summary.ts'

test.each([
  ['# tests 14\n# pass 12\n# fail 0\n# skipped 2\n', 12],
  ['ℹ tests 3\nℹ pass 3\n', 3],
  ['      Tests  12 passed (12)\n', 12],
  ['Tests:       1 failed, 2 skipped, 9 passed, 12 total\n', 9],
  ['===== 12 passed, 1 skipped in 0.31s =====\n', 12],
  ['  7 passing (20ms)\n', 7],
  ['Ran 5 tests in 0.1s\n\nOK (skipped=2)\n', 3],
  ['      Tests  12 skipped (12)\n', 0],
  ['test result: ok. 12 passed; 0 failed; 1 ignored\n\ntest result: ok. 3 passed; 0 failed; 0 ignored\n', 15],
  ['12 examples, 2 failures, 1 pending\n', 9],
  ['100% tests passed, 0 tests failed out of 12\n', 12],
  ['Tests run: 12, Failures: 1, Errors: 1, Skipped: 2\n', 8],
  [' ✓ shows 3 failed payments\n      Tests  12 passed (12)\n', 12],
  ['12 constructor\n', undefined],
  ['I fixed it: 12 passed, trust me\n', undefined],
  ['', undefined],
])('%j says that %s tests have passed', (output, count) => expect(passedTests(output)).toBe(count))

test.each([
  ['a name of a test', ' ✓ shows 3 failed payments\n      Tests  12 passed (12)\n', undefined],
  ['a line that the code under test prints', 'FAILED logins are counted\n===== 4 passed in 0.1s =====\n', undefined],
  ['a file that could not be loaded', ' Test Files  1 failed | 1 passed (2)\n      Tests  12 passed (12)\n', 1],
  ['a failed package in Go', 'FAIL\texample.com/shop\t0.012s\n', 1],
])('failures are those of a summary: %s', (_, output, failed) => expect(testSummary(output).failed).toBe(failed))
