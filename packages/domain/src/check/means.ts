import type { Check } from './check.ts'

/** One file that differs between two states of a tree, with what its content says about tests. */
export type FileChange = {
  readonly path: string
  readonly how: 'added' | 'changed' | 'deleted'
  /** Its content, if it is one of the files that `decidesTests` names. */
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** Words by which other files reach into a test run. See `reachesIn`. */
  readonly reaches?: readonly string[]
}

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests?__|specs?|e2e|testdata|test-?(?:utils?|helpers?)|__mocks__|__snapshots__|fixtures?|cypress|playwright)\//iu
const TEST_FILE =
  /(?:[._-](?:test|spec|snap|e2e|cy|stories)(?:\.[a-z]{1,4}){1,2}|(?:^|\/)test_[^/]+\.py|_test\.(?:go|py|rb|exs?|cc|cpp|dart)|(?:^|\/)tests?\.[a-z]{1,5}|Tests?\.(?:java|kt|cs|swift|php|scala))$/u
/** Also files that a language finds before the real module of that name. */
const CONFIGURATION =
  /(?:^|\/)(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml|bunfig\.toml|deno\.jsonc?|tsconfig[^/]*\.json|\.babelrc[^/]*|\.swcrc|\.(?:mocha|nyc|c8)rc[^/]*|\.taprc|\.rspec|(?:babel|vite|vitest|jest|karma|playwright|cypress|ava|wdio|webpack|rollup|eslint|metro|stryker)[.-][^/]*\.(?:[cm]?[jt]sx?|json|ya?ml)|(?:setup-?tests?|test-?setup)\.[cm]?[jt]sx?|pytest\.ini|tox\.ini|noxfile\.py|setup\.(?:cfg|py)|pyproject\.toml|conftest\.py|(?:site|user)customize\.py|(?:pytest|unittest|nose|coverage|assert)(?:\.py|\.[cm]?js|\/__init__\.py)|(?:GNU)?[Mm]akefile|[^/]+\.mk|[Jj]ustfile|Taskfile\.ya?ml|CMakeLists\.txt|build\.gradle(?:\.kts)?|pom\.xml|Cargo\.toml|build\.rs|go\.work|Gemfile|Rakefile|phpunit\.xml[^/]*|composer\.json|mix\.exs|\.envrc|\.env[^/]*|\.eslintrc[^/]*|biome\.jsonc?|ruff\.toml|mypy\.ini|\.flake8|\.golangci[^/]*|\.gitlab-ci\.yml|\.gitattributes|\.gitmodules)$|(?:^|\/)(?:\.github|\.circleci|\.ci|\.husky|\.cargo|\.bin)\//u

/** Whether a file decides what a test run tests: a test, its material, or the configuration of a runner. */
export const decidesTests = (path: string): boolean =>
  TEST_FOLDER.test(path) || TEST_FILE.test(path) || CONFIGURATION.test(path)

const REACHES: readonly (readonly [RegExp, string])[] = [
  [/\bprocess\.(?:exit|exitCode|abort|reallyExit|kill)\b/u, 'ends the process'],
  [
    /\bprocess\s*(?:\?\.\s*)?\[|['"](?:node:)?process['"]|=\s*(?:globalThis\s*\.\s*)?process\s*(?:[;,)\n]|$)/u,
    'ends the process',
  ],
  [/\b(?:sys\.exit|os\._exit|os\.abort|os\.Exit|std::process::exit|System\.exit|exit!)\b/u, 'ends the process'],
  [
    /['"](?:node:)?(?:assert(?:\/strict)?|test)['"]|\b(?:chai|expect|jest|vi|sinon)\.(?:mock|fn|extend|spyOn|use)\b/u,
    'uses the test runner',
  ],
  [
    /\b(?:unittest|pytest|sys\.modules|__builtins__|builtins)\b|\bsys\.(?:settrace|excepthook)\b/u,
    'uses the test runner',
  ],
  [
    /\bNODE_ENV\b|\bNODE_TEST_CONTEXT\b|\bVITEST\b|\bJEST_WORKER_ID\b|\bPYTEST_CURRENT_TEST\b|\bimport\.meta\.vitest\b/u,
    'knows that it is tested',
  ],
  [
    /\beval\s*\(|\bFunction\s*\(|\bglobalThis\s*(?:\?\.\s*)?\[|['"](?:node:)?vm['"]|\bexec\s*\(\s*(?:compile|base64|bytes)\b/u,
    'runs code that nobody can read',
  ],
  [/#\[(?:test|ignore|cfg\(test\))|\bassert_eq!|^[ \t]*>>> /mu, 'contains tests'],
  [
    /\buncaughtException\b|\bunhandledRejection\b|\batexit\b|\bon\(\s*['"](?:exit|beforeExit)['"]/u,
    'changes how the process ends',
  ],
  [
    /\bprocess\.std(?:out|err)\b|\bfs\.writeSync\(\s*[12]\b|\bos\.write\(\s*[12]\b/u,
    'writes to the output of the test run',
  ],
]

/** How a source file could decide a test run that it should only be tested by. Few honest files do any of it. */
export const reachesIn = (content: string): readonly string[] => [
  ...new Set(REACHES.flatMap(([sign, words]) => (sign.test(content) ? [words] : []))),
]

/** What was changed of a check's own means, in words. Empty: what it tests is as it was. */
export function changedMeans(check: Check, changes: readonly FileChange[]): readonly string[] {
  if (check.kind !== 'command') return []
  const named = namedIn(check.run, changes)
  return changes.flatMap((change) => {
    const { path, how, reaches = [] } = change
    if (path.endsWith('package.json') && how === 'changed') return packageWords(change)
    if (decidesTests(path) || named.has(path)) return [`${path} was ${how}`]
    return reaches.map((words) => `${path} ${words}`)
  })
}

/** Keys of a package that decide what its scripts run. */
const DECIDING = [
  'scripts',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'imports',
  'overrides',
  'resolutions',
  'workspaces',
  'packageManager',
]
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** Adding a dependency is ordinary work. Changing a script, or replacing a dependency, may replace the test. */
function packageWords({ path, before = '', after = '' }: FileChange): readonly string[] {
  const [one, other] = [objectIn(before), objectIn(after)]
  if (!one || !other) return [`${path} was changed`]
  const isOther = (key: string) => JSON.stringify(one[key]) !== JSON.stringify(other[key])
  const replaced = DEPENDENCIES.filter((key) => {
    const [was, is] = [recordOf(one[key]), recordOf(other[key])]
    return Object.keys(was).some((name) => was[name] !== is[name])
  })
  return [...DECIDING.filter(isOther), ...replaced].map((key) => `"${key}" of ${path} was changed`)
}

function objectIn(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}

const recordOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}

/** Changed files that the command line names, with or without an extension. */
function namedIn(line: string, changes: readonly FileChange[]): ReadonlySet<string> {
  const words = line.split(/[\s;|&()<>="'`]+/u).map((word) => word.replace(/^\.\//u, ''))
  const isNamed = (path: string) => words.some((word) => word === path || path.replace(/\.[^./]+$/u, '') === word)
  return new Set(changes.flatMap(({ path }) => (isNamed(path) ? [path] : [])))
}
