/** What the runners in an output say at their end. Only whole lines of known shapes count: names of tests are no result. */
export type TestSummary = {
  readonly total?: number
  readonly passed?: number
  readonly failed?: number
  /** It would also say if something had failed, even if only this part of the output were left. */
  readonly isWhole: boolean
  /** Several runs, added up. */
  readonly isSeveral: boolean
}

type Counts = { total?: number; passed?: number; failed?: number; skipped?: number }
type Shape = {
  readonly line: RegExp
  /** Runners that say the same in one line belong together. */
  readonly of: string
  /** Such a line would also name failures. */
  readonly isWhole: boolean
  read(found: RegExpExecArray): Counts
}

const MOST = 60_000
const LONGEST_LINE = 240
const NUMBER = '\\d{1,7}'
const WORD =
  '(?:passed|failed|skipped|todo|pending|total|deselected|xfailed|xpassed|warnings?|errors?|rerun|flaky|failures?|skips?|assertions?|interrupted)'

/** `12 passed`, `1 failed`. */
function counted({ 0: line }: RegExpExecArray): Counts {
  const counts: Counts = {}
  for (const [, digits, word = ''] of line.matchAll(/(\d{1,7}) ([a-z]+)/gu)) add(counts, word, Number(digits))
  return counts
}

/** `Passed: 12`, `failures=1`. */
function labelled({ 0: line }: RegExpExecArray): Counts {
  const counts: Counts = {}
  for (const [, word = '', digits] of line.matchAll(/([A-Za-z]+)(?: run)?[:=] {0,9}(\d{1,7})/gu))
    add(counts, word.toLowerCase(), Number(digits))
  return counts
}

const KEYS: ReadonlyMap<string, keyof Counts> = new Map(
  Object.entries({
    passed: 'passed',
    passing: 'passed',
    failed: 'failed',
    failing: 'failed',
    failure: 'failed',
    failures: 'failed',
    error: 'failed',
    errors: 'failed',
    interrupted: 'failed',
    skipped: 'skipped',
    skip: 'skipped',
    skips: 'skipped',
    pending: 'skipped',
    todo: 'skipped',
    total: 'total',
    tests: 'total',
    test: 'total',
    examples: 'total',
    example: 'total',
    runs: 'total',
    run: 'total',
  } as const),
)

function add(counts: Counts, word: string, count: number): void {
  const key = KEYS.get(word)
  if (key) counts[key] = (counts[key] ?? 0) + count
}

/** Runners that say how many there were, and how many of them were no pass. */
function rest(found: RegExpExecArray, read: (found: RegExpExecArray) => Counts): Counts {
  const { total = 0, failed = 0, skipped = 0 } = read(found)
  return { total, failed, passed: Math.max(0, total - failed - skipped) }
}

const at = (found: RegExpExecArray, group: number): number => Number(found[group])
const shape = (of: string, line: string, read: Shape['read'], isWhole = true): Shape => ({
  of,
  line: new RegExp(`^${line}$`, 'u'),
  read,
  isWhole,
})

const SHAPES: readonly Shape[] = [
  // jest, vitest. The line about files says if one of them could not even be loaded.
  shape('jest', `Tests:?\\s+(?:${NUMBER} ${WORD}[ ,|]{0,3})+(?:\\((${NUMBER})\\))?`, (found) => ({
    ...(found[1] !== undefined && { total: at(found, 1) }),
    passed: 0,
    ...counted(found),
  })),
  shape('jest files', `Test (?:Files|Suites):?\\s+(?:${NUMBER} ${WORD}[ ,|]{0,3})+(?:\\(${NUMBER}\\))?`, (found) => {
    const { failed } = counted(found)
    return failed === undefined ? {} : { failed }
  }),
  shape('pytest', `=*\\s?(?:${NUMBER} ${WORD},? )+in [\\d.]+s(?: \\([\\d:]+\\))?\\s?=*`, counted),
  shape('cargo', `test result: \\w+\\. ${NUMBER} passed; ${NUMBER} failed; [\\w .;]*`, (found) => {
    const { passed, failed } = counted(found)
    return { ...(passed !== undefined && { passed }), ...(failed !== undefined && { failed }) }
  }),
  shape(
    'deno',
    `(?:ok|FAILED) \\| ${NUMBER} passed(?: \\([^()]*\\))? \\| ${NUMBER} failed(?: \\([^()]*\\))?.{0,60}`,
    counted,
  ),
  shape('rspec', `${NUMBER} (?:examples?|tests?|runs?)(?:, ${NUMBER} ${WORD})+\\.?`, (found) => rest(found, counted)),
  shape('phpunit', `OK \\((${NUMBER}) tests?, ${NUMBER} assertions?\\)`, (found) => ({
    total: at(found, 1),
    passed: at(found, 1),
  })),
  shape('phpunit', `Tests: ${NUMBER}, Assertions: ${NUMBER}(?:, [A-Z][a-z]+: ${NUMBER})*\\.`, (found) =>
    rest(found, labelled),
  ),
  shape('ctest', `${NUMBER}% tests passed, (${NUMBER}) tests? failed out of (${NUMBER})`, (found) => ({
    total: at(found, 2),
    failed: at(found, 1),
    passed: at(found, 2) - at(found, 1),
  })),
  shape(
    'dotnet',
    `(?:Passed|Failed)! {1,3}- Failed: +${NUMBER}, Passed: +${NUMBER}, Skipped: +${NUMBER}, Total: +.*`,
    labelled,
  ),
  shape(
    'maven',
    `(?:\\[\\w+\\] )?Tests run: ${NUMBER}, Failures: ${NUMBER}, Errors: ${NUMBER}, Skipped: ${NUMBER}`,
    (found) => {
      const [total = 0, failures = 0, errors = 0, skipped = 0] = (found[0].match(/\d+/gu) ?? []).map(Number)
      return { total, failed: failures + errors, passed: Math.max(0, total - failures - errors - skipped) }
    },
  ),
  shape('xctest', `Executed (${NUMBER}) tests?, with (${NUMBER}) failures?.*`, (found) => ({
    total: at(found, 1),
    failed: at(found, 2),
    passed: at(found, 1) - at(found, 2),
  })),
  shape('gradle', `(${NUMBER}) tests? completed, (${NUMBER}) failed`, (found) => ({
    total: at(found, 1),
    failed: at(found, 2),
    passed: at(found, 1) - at(found, 2),
  })),
  // node:test and other TAP
  shape('node total', `[#ℹ] tests (${NUMBER})`, (found) => ({ total: at(found, 1) }), false),
  shape('node pass', `[#ℹ] pass (${NUMBER})`, (found) => ({ passed: at(found, 1) }), false),
  shape('node fail', `[#ℹ] (?:fail|cancelled) (${NUMBER})`, (found) => ({ failed: at(found, 1) }), false),
  shape('unittest', `Ran (${NUMBER}) tests? in [\\d.]+s`, (found) => ({ total: at(found, 1) }), false),
  shape('unittest end', '(?:OK|FAILED)(?: \\((?:[a-z ]+=\\d+(?:, )?)+\\))?', labelled, false),
  // mocha, playwright and ava name failures in other lines
  shape('mocha', `${NUMBER} (?:passing|failing|pending)(?: \\([\\d.a-z ]+\\))?`, counted, false),
  shape('playwright', `${NUMBER} (?:passed|failed|flaky|skipped)(?: \\([\\d.a-z ]+\\))?`, counted, false),
  shape('ava', `(${NUMBER}) tests? (passed|failed)`, (found) => ({ [found[2] ?? '']: at(found, 1) }), false),
  shape('go', 'FAIL\\s+\\S+(?:\\s+\\[.*\\]|\\s+[\\d.]+s)?|--- FAIL: \\S+ \\([\\d.]+s\\)', () => ({ failed: 1 }), false),
  shape('tap fail', 'not ok \\d+(?! .*# (?:TODO|SKIP)).*', () => ({ failed: 1 }), false),
]

const PLAN = /^1\.\.(\d{1,7})$/u
const ABOUT = /\d/u

type Found = Map<string, { counts: Counts; isWhole: boolean; times: number }>

/** The cost grows with the length of the output. */
export function testSummary(output: string): TestSummary {
  const text = output.length > MOST ? `${output.slice(0, MOST / 2)}\n${output.slice(-MOST / 2)}` : output
  const found: Found = new Map()
  let plan: number | undefined
  for (const raw of text.split('\n')) {
    if (raw.length > 2 * LONGEST_LINE) continue
    const line = raw.trim()
    if (line === '' || line.length > LONGEST_LINE || !(ABOUT.test(line) || line === 'OK')) continue
    const planned = PLAN.exec(raw)?.[1]
    if (planned !== undefined) plan = Number(planned)
    else takeLine(found, line)
  }
  return summed(found, plan)
}

function takeLine(found: Found, line: string): void {
  for (const { of, line: pattern, read, isWhole } of SHAPES) {
    const match = pattern.exec(line)
    if (!match) continue
    const known = found.get(of) ?? { counts: {}, isWhole, times: 0 }
    known.times += 1
    for (const [key, count] of Object.entries(read(match)) as [keyof Counts, number][])
      known.counts[key] = (known.counts[key] ?? 0) + count
    found.set(of, known)
    return
  }
}

/** Lines that only say which tests failed. Others count them. */
const MARKS: ReadonlySet<string> = new Set(['go', 'tap fail'])

function summed(found: Found, plan: number | undefined): TestSummary {
  const entries = [...found].filter(([of]) => of !== 'jest files')
  const counting = entries.filter(([of]) => !MARKS.has(of))
  const used = counting.length > 0 ? counting : entries
  const sum = (key: keyof Counts): number | undefined =>
    used.reduce<number | undefined>(
      (all, [, { counts }]) => (counts[key] === undefined ? all : (all ?? 0) + counts[key]),
      undefined,
    )
  const files = found.get('jest files')
  const failed = orMore(sum('failed'), files?.counts.failed)
  const passed = sum('passed') ?? unittestPassed(found)
  const known = sum('total') ?? (used.length === 0 || counting.length === 0 ? plan : undefined)
  const total = known ?? (passed === undefined ? undefined : passed + (failed ?? 0))
  return {
    ...(total !== undefined && { total }),
    ...(passed !== undefined && { passed }),
    ...(failed !== undefined && { failed }),
    isWhole: isWhole(found),
    isSeveral: used.some(([of, { times }]) => of !== 'mocha' && of !== 'playwright' && times > 1),
  }
}

/** A file that could not be loaded is a failure, even if all others passed. */
const orMore = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : Math.max(one ?? 0, other ?? 0)

function unittestPassed(found: Found): number | undefined {
  const [ran, end] = [found.get('unittest')?.counts, found.get('unittest end')?.counts]
  if (!ran || !end) return undefined
  return Math.max(0, (ran.total ?? 0) - (end.failed ?? 0) - (end.skipped ?? 0))
}

function isWhole(found: Found): boolean {
  const has = (...names: readonly string[]) => names.every((name) => found.has(name))
  if (found.has('jest')) return has('jest files')
  return (
    has('node pass', 'node fail') || has('unittest', 'unittest end') || [...found.values()].some((one) => one.isWhole)
  )
}

/** How many tests a runner says it has run, if its output says so. */
export const testCount = (output: string): number | undefined => testSummary(output).total

/** How many tests a runner says have passed. Undefined if it does not say: a total may contain skipped ones. */
export const passedTests = (output: string): number | undefined => testSummary(output).passed
