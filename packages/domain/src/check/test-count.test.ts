import { expect, test } from 'vitest'
import { passedTests } from './test-count.ts'

test.each([
  ['# tests 14\n# pass 12\n# fail 0\n# skipped 2\n', 12],
  ['ℹ tests 3\nℹ pass 3\n', 3],
  ['      Tests  12 passed (12)\n', 12],
  ['Tests:       1 failed, 2 skipped, 9 passed, 12 total\n', 9],
  ['===== 12 passed, 1 skipped in 0.31s =====\n', 12],
  ['  7 passing (20ms)\n', 7],
  ['Ran 5 tests in 0.1s\n\nOK (skipped=2)\n', undefined],
  ['I fixed it: 12 passed, trust me\n', undefined],
  ['', undefined],
])('%j says that %s tests have passed', (output, count) => expect(passedTests(output)).toBe(count))
