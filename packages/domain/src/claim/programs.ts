import type { RunKind } from './deed.ts'

/** Words of a list. */
export const programWords = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u))

export const SHELLS = programWords('sh bash zsh dash ksh ash eval')

export const TEST_RUNNERS = programWords(
  `vitest jest mocha ava tap tape pytest py.test tox nox rspec phpunit pest ctest karma cypress playwright jasmine bats
  shellspec busted nose2 nosetests unittest gotestsum prove elm-test uvu zora qunit testcafe wtr web-test-runner kotest
  minitest behave robot green ward lein trial stestr testem japa brittle doctest`,
)

export const TYPE_CHECKERS = programWords(
  'tsc vue-tsc svelte-check mypy pyright basedpyright pyre flow sorbet srb phpstan psalm attw',
)

export const LINTERS = programWords(
  `eslint biome prettier ruff flake8 pylint black isort golangci-lint gofmt rubocop shellcheck stylelint oxlint standard
  xo ktlint hadolint yamllint markdownlint markdownlint-cli2 pre-commit swiftlint clang-tidy clang-format credo
  checkstyle tslint jshint semgrep`,
)

export const BUILDERS = programWords(
  'webpack rollup esbuild tsup swc babel gcc g++ clang clang++ cc rustc javac kotlinc ghc parcel ncc unbuild nvcc latexmk pdflatex',
)

export const FETCHERS = programWords('curl wget http https xh httpie')

export const READERS = programWords(
  'cat head tail less more bat nl tac od xxd hexdump strings jq yq sed awk gawk batcat view fold cut column glow pandoc',
)

export const MOVERS = programWords(
  'rm mv cp touch tee truncate ln install rsync dd unlink rmdir mkdir chmod chown patch',
)

/** They show something, or change only the shell that runs them. */
export const PRINTERS = programWords(
  `echo printf ls cd pwd pushd popd grep egrep fgrep rg ag ack find fd fdfind wc sort uniq tr diff cmp comm date true
  false : test [ [[ export set unset source . which whereis type whoami id hostname uname sleep ps pgrep kill pkill
  killall tree stat file du df free top env printenv alias history basename dirname realpath readlink seq yes md5sum
  sha1sum sha256sum sha512sum shasum cksum base64 nproc exit return wait trap local declare read xargs lsof netstat ss
  ping dig nslookup gh fi done else esac break continue shopt umask ulimit mktemp nc numfmt bc expr let man help hash
  jobs disown clear tput`,
)

/** Tools whose first word says what they do. */
const COMMANDS_OF: { readonly [program: string]: { readonly [command: string]: RunKind } } = {
  cargo: {
    test: 'tests',
    t: 'tests',
    nextest: 'tests',
    build: 'build',
    b: 'build',
    check: 'types',
    c: 'types',
    clippy: 'lint',
  },
  go: { test: 'tests', build: 'build', vet: 'lint' },
  dotnet: { test: 'tests', build: 'build', publish: 'build', pack: 'build' },
  deno: { test: 'tests', lint: 'lint', check: 'types', compile: 'build' },
  swift: { test: 'tests', build: 'build' },
  mix: { test: 'tests', compile: 'build', credo: 'lint' },
  stack: { test: 'tests', build: 'build' },
  cabal: { test: 'tests', build: 'build' },
  zig: { test: 'tests', build: 'build' },
  flutter: { test: 'tests', build: 'build', analyze: 'lint' },
  dart: { test: 'tests', compile: 'build', analyze: 'lint' },
  ng: { test: 'tests', build: 'build', lint: 'lint' },
  'react-scripts': { test: 'tests', build: 'build' },
  'vue-cli-service': { 'test:unit': 'tests', 'test:e2e': 'tests', build: 'build', lint: 'lint' },
  forge: { test: 'tests', build: 'build' },
  hardhat: { test: 'tests', compile: 'build' },
  truffle: { test: 'tests', compile: 'build' },
  anchor: { test: 'tests', build: 'build' },
  dune: { test: 'tests', runtest: 'tests', build: 'build' },
  meson: { test: 'tests', compile: 'build' },
  'wasm-pack': { test: 'tests', build: 'build' },
  crystal: { spec: 'tests', build: 'build' },
  rebar3: { eunit: 'tests', ct: 'tests', compile: 'build' },
  vite: { build: 'build' },
  next: { build: 'build', lint: 'lint' },
  nuxt: { build: 'build' },
  astro: { build: 'build', check: 'types' },
  docker: { build: 'build' },
  bazel: { test: 'tests', build: 'build' },
  mvn: { test: 'tests', verify: 'tests', package: 'build', compile: 'build', install: 'build' },
  mvnw: { test: 'tests', verify: 'tests', package: 'build', compile: 'build', install: 'build' },
  rails: { test: 'tests' },
}

export const SUBCOMMANDS: ReadonlyMap<string, ReadonlyMap<string, RunKind>> = new Map(
  Object.entries(COMMANDS_OF).map(([program, commands]) => [program, new Map(Object.entries(commands))]),
)

/** Tools that run targets which a project names. */
export const TARGETS = programWords(
  'make gmake ninja just task rake invoke inv mage gradle gradlew ant sbt mill earthly turbo',
)

export type ScriptRunner = {
  readonly tests: ReadonlySet<string>
  readonly runs: ReadonlySet<string>
  readonly prints: ReadonlySet<string>
  /** Scripts can be named without `run`. */
  readonly isShort: boolean
  /** What it does itself. */
  readonly commands: ReadonlySet<string>
}

const PRINTING = programWords(
  'help ls list view info why outdated audit explain doctor ping root prefix bin pkg whoami fund',
)
const COMMANDS = programWords(
  'install i ci add remove rm uninstall un update upgrade up link unlink publish pack init create exec x dlx dedupe rebuild prune set-script config cache store import patch deploy env setup self-update workspace workspaces version node',
)

/** Programs that run the scripts of a package. */
const RUNNERS: { readonly [program: string]: ScriptRunner } = {
  npm: {
    tests: programWords('test t tst it cit install-test install-ci-test'),
    runs: programWords('run run-script rum urn'),
    prints: PRINTING,
    isShort: false,
    commands: COMMANDS,
  },
  pnpm: {
    tests: programWords('test t tst it'),
    runs: programWords('run run-script'),
    prints: PRINTING,
    isShort: true,
    commands: COMMANDS,
  },
  yarn: { tests: programWords('test'), runs: programWords('run'), prints: PRINTING, isShort: true, commands: COMMANDS },
  bun: { tests: programWords('test'), runs: programWords('run'), prints: PRINTING, isShort: true, commands: COMMANDS },
  composer: {
    tests: programWords('test'),
    runs: programWords('run run-script'),
    prints: PRINTING,
    isShort: true,
    commands: COMMANDS,
  },
}

export const SCRIPT_RUNNERS: ReadonlyMap<string, ScriptRunner> = new Map(Object.entries(RUNNERS))
