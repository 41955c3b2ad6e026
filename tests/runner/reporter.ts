import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Results, TestResult } from './results.ts'
import { reasonIn } from './skip-reasons.ts'

type Thrown = { readonly name?: string; readonly message?: string; readonly stack?: string; readonly diff?: string }
type Unhandled = Thrown & { readonly VITEST_TEST_PATH?: string }

/** Lines of a stack that say nothing about the test. */
const INSIDE_VITEST = /\n\s+at [^\n]*node_modules\/vitest\/[^\n]*/gu

/** Said of a test that began and has no result: its process died. */
const NO_END = 'It did not finish.'

/** Writes a run's results to a file, for the runner, which repeats what failed. */
export class ResultsFile implements Reporter {
  private readonly file: string

  constructor(file: string) {
    this.file = file
    // A runner that is killed must not look like one that passed.
    writeFileSync(file, JSON.stringify({ tests: [], unhandled: ['The test run did not reach its end.'] }))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    writeFileSync(this.file, JSON.stringify(resultsOf(modules, unhandled as readonly Unhandled[])))
  }
}

function resultsOf(modules: readonly TestModule[], unhandled: readonly Unhandled[]): Results {
  const pathOf = (id: string): string => relative(process.cwd(), id)
  const tests = modules.flatMap((module) => testsOf(module, pathOf(module.moduleId)))
  // An error that nobody caught while a file ran is that file's, so that it is repeated with it.
  const ofFiles = unhandled.flatMap((error): readonly TestResult[] =>
    error.VITEST_TEST_PATH === undefined
      ? []
      : [{ file: pathOf(error.VITEST_TEST_PATH), name: '', state: 'failed', errors: [textOf(error)] }],
  )
  const ofNone = unhandled.filter((error) => error.VITEST_TEST_PATH === undefined).map(textOf)
  // A worker that dies is an error of no file, and leaves a file without an end: that file is repeated.
  const isExplained = (error: string) => /Worker (exited|forks)|closed unexpectedly|onTaskUpdate/u.test(error)
  const hasNoEnd = tests.some(({ errors }) => errors.includes(NO_END))
  return { tests: [...tests, ...ofFiles], unhandled: hasNoEnd ? ofNone.filter((error) => !isExplained(error)) : ofNone }
}

function testsOf(module: TestModule, file: string): readonly TestResult[] {
  const tests = [...module.children.allTests()].map((test) => resultOf(test, file))
  const isUnfinished = ['failed', 'queued', 'pending'].includes(module.state())
  if (!isUnfinished || tests.some(({ state }) => state === 'failed')) return tests
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return [...tests, { file, name: '', state: 'failed', errors: errors.length > 0 ? errors.map(textOf) : [NO_END] }]
}

function resultOf(test: TestCase, file: string): TestResult {
  const result = test.result()
  const named = { file, name: test.fullName }
  if (result.state === 'passed') return { ...named, state: 'passed', errors: [] }
  if (result.state === 'skipped')
    return { ...named, state: 'skipped', errors: [], ...reasonIn(test.fullName, result.note) }
  const errors = (result.errors ?? []).map(textOf)
  return { ...named, state: 'failed', errors: errors.length > 0 ? errors : [NO_END] }
}

const textOf = ({ name, message, stack, diff }: Thrown): string =>
  [stack?.includes(message ?? '') ? stack : `${name ?? 'Error'}: ${message}\n${stack ?? ''}`, diff]
    .filter(Boolean)
    .join('\n')
    .replaceAll(INSIDE_VITEST, '')

/** Reads what `ResultsFile` wrote. */
export const readResults = (file: string): Results =>
  existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Results)
    : { tests: [], unhandled: ['The test run did not start.'] }
