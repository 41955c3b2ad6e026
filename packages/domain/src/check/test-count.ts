/** A space of these patterns is never a line break: blank lines would be read again from each of them. */
const COUNTS: readonly RegExp[] = [
  // node:test and other TAP
  /^[#ℹ] tests (\d{1,7})$/mu,
  /^1\.\.(\d{1,7})$/mu,
  // jest, vitest
  /^[ \t]*Tests:?[ \t](?:.*[ \t])?(\d{1,7}) total[ \t\r]*$/mu,
  /^[ \t]*Tests[ \t].*\((\d{1,7})\)[ \t\r]*$/mu,
  // unittest
  /^Ran (\d{1,7}) tests? in /mu,
]
const PASSED: readonly RegExp[] = [
  // mocha, pytest, cargo
  /^[ \t]*(\d{1,7}) passing\b/mu,
  /(?:^|[\s=,])(\d{1,7}) passed\b/mu,
  /^test result: \w+\. (\d{1,7}) passed/mu,
]
const FAILED: readonly RegExp[] = [
  /^[ \t]*(\d{1,7}) failing\b/mu,
  /(?:^|[\s=,;])(\d{1,7}) failed\b/mu,
  /(?:^|[\s=,;])(\d{1,7}) errors?\b/mu,
]

/** How many tests a runner says it has run, if its output says so. */
export function testCount(output: string): number | undefined {
  const total = firstOf(COUNTS, output)
  if (total !== undefined) return total
  const [passed, failed] = [firstOf(PASSED, output), firstOf(FAILED, output)]
  return passed === undefined && failed === undefined ? undefined : (passed ?? 0) + (failed ?? 0)
}

const PASS: readonly RegExp[] = [
  // node:test
  /^[#ℹ] pass (\d{1,7})$/mu,
  // jest, vitest
  /^[ \t]*Tests:?[ \t](?:.*[ \t,])?(\d{1,7}) passed\b/mu,
  // pytest
  /^=*\s?(?:\d+ failed, )?(\d{1,7}) passed\b.* in [\d.]+s/mu,
  // mocha
  /^[ \t]*(\d{1,7}) passing\b/mu,
]

/** How many tests a runner says have passed. Undefined if it does not say: a total may contain skipped ones. */
export const passedTests = (output: string): number | undefined => firstOf(PASS, output)

function firstOf(signs: readonly RegExp[], output: string): number | undefined {
  const found = signs.map((sign) => sign.exec(output)?.[1]).find((count) => count !== undefined)
  return found === undefined ? undefined : Number(found)
}
