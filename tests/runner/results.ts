/** One test, as a run saw it. */
export type TestResult = {
  /** The file's path in the repository. */
  readonly file: string
  /** The titles from the outermost suite to the test, or empty if the file itself failed outside its tests. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What went wrong, as the runner printed it. */
  readonly errors: readonly string[]
  /** Why it was skipped, if somebody said so. */
  readonly reason?: string
}

/** A run's results. */
export type Results = {
  readonly tests: readonly TestResult[]
  /** Errors that belong to no file. */
  readonly unhandled: readonly string[]
}

/** What a run comes to once its failures have been repeated. */
export type Outcome = {
  readonly passed: number
  readonly failed: readonly TestResult[]
  readonly flaky: readonly Flaky[]
  readonly skipped: readonly TestResult[]
  readonly unhandled: readonly string[]
}

/** A test that failed once and passed once, with what both attempts said. */
export type Flaky = { readonly file: string; readonly name: string; readonly outputs: readonly [string, string] }

const keyOf = ({ file, name }: TestResult): string => `${file}\n${name}`

/**
 * Compares a run with the repeats of its failed files. A test that failed both times failed. One that failed once is
 * flaky, whichever time it was.
 */
export function outcomeOf(first: Results, repeats: ReadonlyMap<string, Repeat>): Outcome {
  const both = first.tests.map((test) => verdictOf(test, repeats.get(test.file)))
  const known = new Set(first.tests.map(keyOf))
  const later = [...repeats.values()].flatMap(({ results, output }) =>
    results.tests
      .filter((test) => test.state === 'failed' && !known.has(keyOf(test)))
      .map((test) => flakyOf(test, ['The test was not run.', output])),
  )
  const of = <Kind extends Verdict['kind']>(kind: Kind) =>
    both.filter((verdict): verdict is Extract<Verdict, { kind: Kind }> => verdict.kind === kind)
  return {
    passed: of('passed').length,
    failed: of('failed').map(({ test }) => test),
    flaky: [...of('flaky').map(({ flaky }) => flaky), ...later],
    skipped: of('skipped').map(({ test }) => test),
    unhandled: first.unhandled,
  }
}

/** The second attempt at a file, in a new process. */
export type Repeat = { readonly results: Results; readonly output: string }

type Verdict =
  | { readonly kind: 'passed' | 'failed' | 'skipped'; readonly test: TestResult }
  | { readonly kind: 'flaky'; readonly flaky: Flaky }

function verdictOf(test: TestResult, repeat: Repeat | undefined): Verdict {
  if (repeat === undefined) return { kind: test.state, test }
  const again = repeat.results.tests.find((other) => keyOf(other) === keyOf(test))
  const state = again?.state ?? stateWithout(test, repeat.results)
  if (test.state === state) return { kind: state, test }
  const second = state === 'failed' ? (again?.errors.join('\n') ?? '') : repeat.output
  const first = test.state === 'failed' ? test.errors.join('\n') : `It ${test.state}.`
  return { kind: 'flaky', flaky: flakyOf(test, [first, second]) }
}

/**
 * A test that the repeat does not mention. A file that failed outside its tests has no failure the second time if it
 * loads; a test that was never reached the second time did not pass.
 */
function stateWithout(test: TestResult, { tests }: Results): TestResult['state'] {
  const loads = tests.length > 0 && tests.every(({ name }) => name !== '')
  return test.name === '' && loads ? 'passed' : 'failed'
}

const flakyOf = ({ file, name }: TestResult, outputs: readonly [string, string]): Flaky => ({ file, name, outputs })

/** The files whose failures are repeated. */
export const failedFiles = ({ tests }: Results): readonly string[] => [
  ...new Set(tests.filter(({ state }) => state === 'failed').map(({ file }) => file)),
]

/** Both parts of a run that was made in two. */
export const sumOf = (one: Outcome, other: Outcome): Outcome => ({
  passed: one.passed + other.passed,
  failed: [...one.failed, ...other.failed],
  flaky: [...one.flaky, ...other.flaky],
  skipped: [...one.skipped, ...other.skipped],
  unhandled: [...one.unhandled, ...other.unhandled],
})

/** Whether the run is green. A run without a test is not: a pattern that matches nothing must not look like success. */
export const isGreen = ({ passed, failed, flaky, unhandled }: Outcome): boolean =>
  failed.length === 0 && unhandled.length === 0 && passed + flaky.length > 0
