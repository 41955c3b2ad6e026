import { programName } from './command-kind.ts'
import { programWords } from './programs.ts'
import { scriptKind } from './script-name.ts'
import { ASSIGNMENT } from './wrappers.ts'

/** What a run of tests leaves open. */
export type Scope = {
  /** It may have run only some of the tests. */
  readonly isPart: boolean
  /** An option may make it succeed without any test: only tests that it counts are a pass. */
  readonly isDoubtful: boolean
}

/** Options that change how tests run or look, and not which. */
const HARMLESS = programWords(
  `-q -qq --quiet -v -vv --verbose -s --silent --color --no-color --colors --coverage --cov --no-cov --ci --run -r -x -i -b
  --recursive --bail --runInBand --forceExit --detectOpenHandles --exit --no-cache --no-coverage --no-watch --no-header
  --no-file-parallelism --test --output-on-failure -race -cover -short --all --workspace --workspaces --all-features
  --locked --release --nocapture --info --stacktrace --offline --no-daemon -B --batch-mode -ntp --parallel
  --no-print-directory --tb --reporter --reporters --test-reporter --maxWorkers --max-workers --workers
  --test-concurrency --timeout --test-timeout --testTimeout -j --jobs --durations --count -count --maxfail --watch
  --watchAll --verbosity --logger --pool --outputFile --foreground-scripts --include-workspace-root -ws -n --prefix
  --cwd --dir -C --no-progress --color=always --experimental-vm-modules --no-bail`,
)
const TAKES = programWords(
  `--reporter --reporters --test-reporter --maxWorkers --max-workers --workers --test-concurrency --timeout
  --test-timeout --testTimeout -j --jobs --maxfail --verbosity --logger -n --prefix --cwd --dir -C`,
)
/** Values that switch nothing off. */
const FALSE_ONLY = programWords('--watch --watchAll')
const COMMANDS = programWords(
  'test tests t tst run run-script spec verify runtest nextest task check discover it cit eunit ct -',
)

/** What the arguments of a test run leave open. */
export function scopeOf(words: readonly string[]): Scope {
  const [first = '', ...rest] = words
  const own = rest.filter((word, index) => word !== '--' && !TAKES.has(rest[index - 1] ?? ''))
  const isDoubtful = own.some(isUnclear)
  const isNarrow = own.some((word) => !word.startsWith('-') && !isEverything(word))
  return { isPart: isDoubtful || isNarrow || programName(first).includes('/'), isDoubtful }
}

function isUnclear(word: string): boolean {
  if (!word.startsWith('-')) return ASSIGNMENT.test(word)
  const [option = '', value] = word.split('=', 2)
  return FALSE_ONLY.has(option) ? value !== 'false' : !HARMLESS.has(option) && !HARMLESS.has(word)
}

/** `test`, `./...`, `tests/` and `test/*.test.js` are all tests there are. */
const isEverything = (word: string): boolean =>
  COMMANDS.has(word) ||
  word === '.' ||
  word === './...' ||
  /^(?:\.\/)?(?:tests?|specs?|__tests__)\/?(?:\*\*\/)?(?:\*[\w.*-]*)?$/u.test(word) ||
  scriptKind(word) !== undefined
