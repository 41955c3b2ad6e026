import { closingLine } from './closing-line.ts'
import type { Flaky, Outcome, TestResult } from './results.ts'

const SHOWN_LINES = 40

/** Everything a reader needs at the end of a run: what failed, what is flaky with both outputs, and what was skipped. */
export const summaryOf = (outcome: Outcome): string =>
  [
    section('Failed', outcome.failed, failureText),
    section('Outside any test', outcome.unhandled, (error) => indented(error)),
    section('Flaky: failed once, and passed once in a new process', outcome.flaky, flakyText),
    section('Skipped', reasonsOf(outcome.skipped), (each) => each),
  ]
    .filter(Boolean)
    .join('\n')

/** `N passed, N failed`, on its own line. */
export const closingLineOf = ({ passed, failed, flaky, skipped, unhandled }: Outcome): string =>
  closingLine({ passed: passed + flaky.length, failed: failed.length + unhandled.length, skipped: skipped.length })

function section<Item>(title: string, items: readonly Item[], text: (item: Item) => string): string {
  return items.length === 0 ? '' : `\n${title}\n\n${items.map(text).join('\n')}\n`
}

const titleOf = ({ file, name }: { readonly file: string; readonly name: string }): string =>
  name === '' ? file : `${file} > ${name}`

const failureText = (test: TestResult): string => `  ${titleOf(test)}\n${indented(test.errors.join('\n'))}`

const flakyText = (flaky: Flaky): string =>
  [
    `  ${titleOf(flaky)}`,
    '    The first time:',
    indented(flaky.outputs[0]),
    '    The second time:',
    indented(flaky.outputs[1]),
  ].join('\n')

function indented(text: string): string {
  const lines = text.trimEnd().split('\n')
  const cut = lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} lines`] : []
  return [...cut, ...lines.slice(-SHOWN_LINES)].map((line) => `      ${line}`).join('\n')
}

/** One line per reason, with its files. Tests that are skipped without a reason are named one by one. */
function reasonsOf(skipped: readonly TestResult[]): readonly string[] {
  const groups = Map.groupBy(skipped, ({ reason }) => reason)
  const unexplained = groups.get(undefined) ?? []
  return [
    ...[...groups].flatMap(([reason, tests]) => (reason === undefined ? [] : [`  ${counted(tests)}: ${reason}`])),
    ...unexplained.map((test) => `  without a reason: ${titleOf(test)}`),
  ]
}

function counted(tests: readonly TestResult[]): string {
  const files = [...new Set(tests.map(({ file }) => file))]
  const where = files.length === 1 ? files[0] : `${files.length} files`
  return `${tests.length} ${tests.length === 1 ? 'test' : 'tests'} in ${where}`
}
