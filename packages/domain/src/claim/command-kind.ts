import type { RunKind } from './deed.ts'

/**
 * What a program does. `prints`: it shows text and proves nothing. `shell`: it runs another line. `opaque`: anything.
 */
export type Kind = RunKind | 'prints' | 'reads' | 'moves' | 'shell' | 'opaque'

const KEYWORD =
  /^(?:if|then|else|elif|do|while|until|!|\{|\}|fi|done|time|command|exec|builtin|nohup|unbuffer|sudo|stdbuf|nice|ionice|xvfb-run|setsid|caffeinate|winpty|dotenv|cross-env|env-cmd|chronic)$/u
const ASSIGNMENT = /^[A-Za-z_]\w*=/u
const RUNNER = /^(?:npx|bunx|pnpx|uvx|pipx)$/u
const RUNS_NEXT: readonly RegExp[] = [
  /^(?:pnpm|yarn|npm|bun) (?:exec|x|dlx)(?= )/u,
  /^(?:poetry|uv|pipenv|pdm|hatch|rye|pixi|conda|micromamba|mise|rtx|asdf|direnv|doppler) (?:run|exec)(?= )/u,
  /^(?:bundle|mise|direnv) exec(?= )/u,
  /^docker[- ]compose (?:exec|run)(?: -\S+)* \S+(?= )/u,
  /^docker (?:exec)(?: -\S+)* \S+(?= )/u,
  /^python[\d.]* -m(?= )/u,
]

/** The program itself with its arguments, without what only surrounds it: `time`, `env A=1`, `timeout 60`, `npx`. */
export function bareWords(words: readonly string[]): readonly string[] {
  let rest = words
  for (let round = 0; round < 12; round += 1) {
    const next = unwrapped(rest)
    if (next === rest) break
    rest = next
  }
  return rest
}

function unwrapped(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  if (words.length > 1 && (KEYWORD.test(first) || ASSIGNMENT.test(first))) return withoutOptions(words.slice(1))
  if (first === 'env') return withoutOptions(words.slice(1))
  if (first === 'timeout' || first === 'gtimeout') return withoutOptions(words.slice(1)).slice(1)
  if (RUNNER.test(first)) return withoutOptions(words.slice(1))
  const line = words.slice(0, 8).join(' ')
  for (const pattern of RUNS_NEXT) {
    const found = pattern.exec(line)
    if (found) return withoutOptions(words.slice(found[0].split(' ').length))
  }
  return second === '--' ? [first, ...words.slice(2)] : words
}

/** Options in front of a program, with the value of those that always have one. */
function withoutOptions(words: readonly string[]): readonly string[] {
  let at = 0
  while (at < words.length - 1 && /^-/u.test(words[at] ?? '')) at += TAKES_VALUE.test(words[at] ?? '') ? 2 : 1
  return words.slice(Math.min(at, words.length - 1))
}

const TAKES_VALUE = /^-[nkspuC]$/u

const NOT_A_RUN =
  /(?:^| )(?:--help|-h|--version|-v?V|--listTests|--list(?:-tests)?|--collect-only|--co|--dry-run|--setup-only|--showConfig|--print-config|--init)(?: |$)/u

const TESTS: readonly RegExp[] = [
  /^(?:vitest|jest|mocha|ava|tap|tape|pytest|py\.test|tox|nox|rspec|phpunit|pest|ctest|karma|cypress|playwright|jasmine|bats|shellspec|busted|nose2|nosetests|unittest|gotestsum|prove|elm-test|uvu|zora|qunit|testcafe|wtr|web-test-runner|lein test|kotest|minitest|behave|robot|green|ward|trial|stestr|testem|japa|brittle|doctest)(?: |$)/u,
  /^(?:npm|pnpm|yarn|bun|deno)(?: -\S+| --\S+(?: \S+)?)*(?: run| run-script| task| workspace \S+)? (?:t|tst|tests?|unit|e2e|spec)(?:[:\-.]\S*)?(?: |$)/u,
  /^(?:npm|pnpm|yarn|bun|deno) (?:.* )?(?:run |run-script |task )?(?:[\w-]+[:-])?tests?(?:[:-]\S*)?(?: |$)/u,
  /^(?:npm|pnpm) (?:install-test|install-ci-test|it|cit)(?: |$)/u,
  /^(?:make|gmake|just|task|rake|invoke|nox|mage|turbo|nx|lerna|rush|moon|earthly|pants|bazel|buck2?|ant|sbt|mill|mix|lein|stack|cabal|zig|swift|dotnet|flutter|dart|cargo|go|mvn|\.?\/?mvnw|gradle|\.?\/?gradlew|deno|bun|ng|composer|rails|rebar3|crystal|opam|dune|meson|ninja|xcodebuild|wasm-pack|hardhat|forge|truffle|anchor|bin\/rails|php artisan|python[\d.]* manage\.py|react-scripts|vue-cli-service|wp-scripts|aegir|tsdx)(?: .*)?[ :](?:tests?|spec|verify|nextest|runtest|unit|e2e|unittest|check-tests|unit-tests?)(?:[:\-.]\S*)?(?: |$)/u,
  /^make (?:.* )?check(?: |$)/u,
  /^(?:gradle|\.?\/?gradlew) (?:.* )?check(?: |$)/u,
  /^R CMD check/u,
  /^(?:node|tsx|ts-node|deno run|bun|python[\d.]*|ruby|perl|php|bash|sh|zsh|go run|lua|Rscript)(?: -\S+)*(?: \S+)*? (?:--test(?: |$)|(?:\S*[/._-])?(?:tests?|specs?|test[_-]\w+|run[_-]?tests?|\w+[._-](?:tests?|spec))(?:\.\w+|\/\S*)?(?: |$))/u,
  /^(?:node|tsx|ts-node) (?:.* )?--test(?:[ =]|$)/u,
  /^\.?\/?(?:\S*\/)?(?:run[_-]?)?(?:all[_-]?)?tests?(?:[_-]\S*)?(?:\.\w+)?(?: |$)/u,
]

const OTHERS: readonly (readonly [Kind, RegExp])[] = [
  ['commit', /^git(?: -[cC] \S+)* commit(?: |$)/u],
  ['push', /^git(?: -[cC] \S+)* push(?: |$)/u],
  ['fetch', /^(?:curl|wget|http|https|xh|httpie)(?: |$)/u],
  [
    'types',
    /^(?:tsc|vue-tsc|svelte-check|mypy|pyright|basedpyright|pyre|flow|sorbet|srb|cargo check|phpstan|psalm|attw)(?: |$)/u,
  ],
  [
    'types',
    /^(?:npm|pnpm|yarn|bun|make|just)(?: .*)? (?:\S+:)?(?:types?|type-?check|check-types|tsc)(?:[:-]\S*)?(?: |$)/u,
  ],
  [
    'lint',
    /^(?:eslint|biome|prettier|ruff|flake8|pylint|black|isort|golangci-lint|go vet|gofmt|cargo (?:clippy|fmt)|rubocop|shellcheck|stylelint|oxlint|standard|xo|ktlint|hadolint|yamllint|markdownlint(?:-cli2?)?|pre-commit|swiftlint|clang-tidy|clang-format|deno (?:lint|fmt)|mix format|credo|checkstyle|tslint|jshint|semgrep)(?: |$)/u,
  ],
  ['lint', /^(?:npm|pnpm|yarn|bun|make|just)(?: .*)? (?:\S+:)?(?:lint|format|fmt|eslint|style)(?:[:-]\S*)?(?: |$)/u],
  [
    'build',
    /^(?:npm|pnpm|yarn|bun|make|just|task|rake|turbo|nx|mvn|\.?\/?mvnw|gradle|\.?\/?gradlew|sbt|cargo|go|dotnet|swift|zig|stack|cabal|mix|flutter|docker|docker compose|ng|vite|next|nuxt|astro|hugo|parcel|ninja|cmake|bazel|mage|xcodebuild|meson|dune|hardhat|forge)(?: .*)? (?:\S+:)?(?:build|compile|package|assemble|bundle|dist|--build|bootJar|install)(?:[:-]\S*)?(?: |$)/u,
  ],
  [
    'build',
    /^(?:webpack|rollup|esbuild|tsup|swc|babel|gcc|g\+\+|clang(?:\+\+)?|cc|rustc|javac|kotlinc|ghc|make|ninja|parcel|ncc|unbuild|nvcc|latexmk|pdflatex)(?: |$)/u,
  ],
  [
    'reads',
    /^(?:cat|head|tail|less|more|bat|nl|tac|od|xxd|hexdump|strings|jq|yq|sed -n|sed|awk|gawk|batcat|view|fold|cut|column|glow|pandoc)(?: |$)/u,
  ],
  [
    'moves',
    /^(?:rm|mv|cp|touch|tee|truncate|ln|install|rsync|dd|unlink|rmdir|mkdir|chmod|chown|patch|git (?:mv|rm|apply|checkout|restore|reset|revert|stash|merge|rebase|cherry-pick|am|pull|clean|switch))(?: |$)/u,
  ],
  [
    'prints',
    /^(?:echo|printf|ls|cd|pwd|pushd|popd|grep|egrep|fgrep|rg|ag|ack|find|fd|fdfind|wc|sort|uniq|tr|diff|cmp|comm|date|true|false|:|test|\[|\[\[|export|set|unset|source \S*activate|which|whereis|type|whoami|id|hostname|uname|sleep|ps|pgrep|kill|pkill|killall|tree|stat|file|du|df|free|top|env|printenv|alias|history|basename|dirname|realpath|readlink|seq|yes|md5sum|sha1sum|sha256sum|sha512sum|shasum|cksum|base64|nproc|exit|return|wait|trap|local|declare|read|xargs(?: (?:cat|grep|ls|head|wc|rm))?|lsof|netstat|ss|ping|dig|nslookup|node (?:-v|--version)|\S+ --version|git|gh (?:pr|issue) (?:view|list)|fi|done|else|esac|break|continue|shopt|umask|ulimit|mktemp|nc|column|numfmt|bc|expr|let|man|help|hash|jobs|disown|clear|tput)(?: |$)/u,
  ],
]

/** What a program with its arguments does. */
export function kindOf(words: readonly string[]): Kind {
  const [program = ''] = words
  if (program === '') return 'prints'
  const line = [programName(program), ...words.slice(1)].join(' ').slice(0, 400)
  if (/^(?:ba|z|da|k|a)?sh$|^eval$/u.test(programName(program))) return 'shell'
  if (/^(?:vitest|playwright|jest|mocha|nextest|cargo nextest) list(?: |$)/u.test(line)) return 'prints'
  if (NOT_A_RUN.test(line) && !/^(?:git|curl|wget) /u.test(line)) return 'prints'
  if (TESTS.some((pattern) => pattern.test(line)) && !/^(?:git|cd|ls|test|\[) ?/u.test(line)) return 'tests'
  for (const [kind, pattern] of OTHERS) if (pattern.test(line)) return kind
  return 'opaque'
}

/** `node_modules/.bin/vitest` and `/usr/bin/env` by their last name. A script of one's own keeps its path. */
const programName = (program: string): string =>
  /(?:^|\/)(?:\.bin|bin|vendor\/bin|Scripts)\/[^/]+$/u.test(program) ? (program.split('/').at(-1) ?? program) : program
