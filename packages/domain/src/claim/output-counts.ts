import { passedTests, testCount } from '../check/test-count.ts'

/** What a test runner's output says. */
export type Counts = {
  readonly total?: number | undefined
  readonly passed?: number | undefined
  readonly failed?: number | undefined
}

const MOST = 60_000

const PASSED: readonly RegExp[] = [
  /^test result: \w+\. (\d{1,7}) passed/gmu,
  /(?:^|[\s=,;:(|>])(\d{1,7}) (?:tests? )?pass(?:ed|ing|es)?\b/gimu,
  /^[#ℹ \t]*pass(?:ed)?[:=]?[ \t]{1,20}(\d{1,7})[ \t\r]*$/gimu,
  /^OK \((\d{1,7}) tests?/gmu,
  /\bpass(?:ed|es)?\s?[:=]\s?(\d{1,7})\b/gimu,
  /\b(\d{1,7}) examples?, 0 failures/gmu,
  /\b(\d{1,7})\s?\/\s?\1\b(?=[^\n]{0,20}(?:test|pass|ok|$))/gimu,
]
const FAILED: readonly RegExp[] = [
  /(?:^|[\s=,;:(|>])(\d{1,7}) (?:tests? )?fail(?:ed|ing|ures?)?\b/gimu,
  /^[#ℹ \t]*fail(?:ed|ures)?[:=]?[ \t]{1,20}(\d{1,7})[ \t\r]*$/gimu,
  /\bfail(?:ed|ures?)?\s?[:=]\s?(\d{1,7})\b/gimu,
]
const FAILURE = /^(?:FAILED\b|FAIL\b|not ok \d|--- FAIL|BUILD FAILED|✖ failing)/mu

/** Numbers of tests in an output. Runs of several packages are added up, as people do. */
export function countsIn(output: string): Counts {
  const text = output.length > MOST ? `${output.slice(0, MOST / 2)}\n${output.slice(-MOST / 2)}` : output
  const failed = most(FAILED, text) ?? (FAILURE.test(text) ? 1 : undefined)
  const known = testCount(text)
  const passed = passedTests(text) ?? most(PASSED, text) ?? unittest(text, failed) ?? outOf(text, failed)
  const total = known ?? (passed === undefined ? undefined : passed + (failed ?? 0))
  return { total, passed, failed }
}

const unittest = (text: string, failed: number | undefined): number | undefined => {
  const ran = /^Ran (\d{1,7}) tests? in /mu.exec(text)?.[1]
  return ran !== undefined && failed === undefined && /^OK\b/mu.test(text) ? Number(ran) : undefined
}

/** `0 tests failed out of 12` */
const outOf = (text: string, failed: number | undefined): number | undefined => {
  const all = /\bout of (\d{1,7})[ \t\r]*$/mu.exec(text)?.[1]
  return all !== undefined && failed === 0 ? Number(all) : undefined
}

/** The largest number that one of these finds, by the first that finds any. */
function most(patterns: readonly RegExp[], text: string): number | undefined {
  for (const pattern of patterns) {
    const found = [...text.matchAll(pattern)].map(([, digits]) => Number(digits))
    if (found.length > 0) return Math.max(...found)
  }
  return undefined
}
