const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests?__|specs?|e2e|testdata|test-?(?:utils?|helpers?)|__mocks__|__snapshots__|fixtures?|goldens?|golden-?files|snapshots?|baselines?|approvals|cassettes|expected|cypress|playwright)\//iu
const TEST_FILE =
  /(?:[._-](?:test|spec|snap|e2e|cy|stories)(?:\.[a-z]{1,4}){1,2}|(?:^|\/)test_[^/]+\.py|_test\.(?:go|py|rb|exs?|cc|cpp|dart)|(?:^|\/)tests?\.[a-z]{1,5}|Tests?\.(?:java|kt|cs|swift|php|scala|csproj|fsproj|vbproj)|\.(?:approved|verified|golden|snapshot)\.[a-z]{1,5}|\.(?:golden|ambr))$/u
/** Also files that a language finds before the real module of that name. */
const CONFIGURATION =
  /(?:^|\/)(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml|bunfig\.toml|deno\.jsonc?|tsconfig[^/]*\.json|\.babelrc[^/]*|\.swcrc|\.(?:mocha|nyc|c8)rc[^/]*|\.taprc|\.rspec|(?:babel|vite|vitest|jest|karma|playwright|cypress|ava|wdio|webpack|rollup|eslint|metro|stryker|nightwatch|protractor|codecept|testem|web-test-runner|wtr|rstest|jasmine)[.-][^/]*\.(?:[cm]?[jt]sx?|json|ya?ml)|(?:setup-?tests?|test-?setup)\.[cm]?[jt]sx?|\.?pytest\.(?:ini|toml)|tox\.(?:ini|toml)|\.coveragerc|noxfile\.py|setup\.(?:cfg|py)|pyproject\.toml|conftest\.py|(?:site|user)customize\.py|(?:pytest|unittest|nose|coverage|assert)(?:\.py|\.[cm]?js|\/__init__\.py)|(?:GNU)?[Mm]akefile|[^/]+\.mk|[Jj]ustfile|Taskfile\.ya?ml|CMakeLists\.txt|[^/]+\.cmake|meson\.build|BUILD(?:\.bazel)?|\.bazelrc|(?:build|settings|init)\.gradle(?:\.kts)?|gradle\.properties|mvnw(?:\.cmd)?|gradlew(?:\.bat)?|pom\.xml|Cargo\.toml|(?:nx|turbo|lerna)\.json|xunit\.runner\.json|[^/]+\.runsettings|Directory\.(?:Build|Packages)\.(?:props|targets)|dart_test\.yaml|build\.rs|go\.work|Gemfile|Rakefile|phpunit(?:\.dist)?\.xml[^/]*|composer\.json|mix\.exs|\.envrc|\.env[^/]*|\.?mise\.toml|\.tool-versions|\.nvmrc|\.node-version|\.python-version|\.ruby-version|rust-toolchain(?:\.toml)?|\.pnp\.[cm]?js|\.pnp\.loader\.mjs|\.eslintrc[^/]*|biome\.jsonc?|ruff\.toml|mypy\.ini|\.flake8|\.golangci[^/]*|\.gitlab-ci\.yml|\.gitattributes|\.gitmodules)$|(?:^|\/)(?:\.github|\.circleci|\.ci|\.husky|\.cargo|\.mvn|gradle\/wrapper|\.bin)\//u

/** Whether a file decides what a test run tests: a test, its material, or the configuration of a runner. */
export const decidesTests = (path: string): boolean =>
  TEST_FOLDER.test(path) || TEST_FILE.test(path) || CONFIGURATION.test(path)

/** Whether it says what a runner loads. What tests of Python share is code, and loads what is tested. */
export const configures = (path: string): boolean => CONFIGURATION.test(path) && !path.endsWith('.py')

/** Folders with what a project depends on. Runners and libraries are in them: an agent that changes them can fake a run. */
export const dependencyFolders: readonly string[] = [
  'node_modules',
  '.venv',
  'venv',
  '.tox',
  'target',
  'vendor',
  'Pods',
  'bower_components',
]

const DEPENDENCY = /(?:^|\/)(?:node_modules|\.venv|venv|\.tox|site-packages|Pods|bower_components|\.yarn)\/|^vendor\//u

/** Whether a file that git knows is one of a dependency. Source files may be in a folder with a name such as `target`. */
export const isDependency = (path: string): boolean => DEPENDENCY.test(path)
