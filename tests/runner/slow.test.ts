import { expect, test } from 'vitest'
import { costsText } from './slow.ts'

test('a file above 20 CPU seconds is printed with its reason, or with what is missing', () => {
  const text = costsText([
    { file: 'tests/desktop/packages.test.ts', seconds: 31 },
    { file: 'tests/e2e/new.test.ts', seconds: 21 },
    { file: 'tests/e2e/quick.test.ts', seconds: 19 },
  ])
  expect(text).toContain('tests/desktop/packages.test.ts: builds and installs')
  expect(text).toContain('tests/e2e/new.test.ts: NO REASON')
  expect(text).toMatch(/quick\.test\.ts$/mu)
})
