/** A way to run tests, and what it prints if this many pass. */
type Runner = { readonly run: string; readonly print: (count: number) => string }

const vitest = (n: number) =>
  ` ✓ test/a.test.ts (${n} tests) 31ms\n\n Test Files  1 passed (1)\n      Tests  ${n} passed (${n})\n   Duration  412ms\n`
const node = (n: number) =>
  `✔ works (1.2ms)\nℹ tests ${n}\nℹ suites 1\nℹ pass ${n}\nℹ fail 0\nℹ skipped 0\nℹ duration_ms 51.2\n`
const pytest = (n: number) =>
  `collected ${n} items\n\ntests/test_a.py ${'.'.repeat(n)}   [100%]\n\n===== ${n} passed in 0.31s =====\n`
const mocha = (n: number) => `\n  login\n    ✔ works\n\n  ${n} passing (20ms)\n`
const jest = (n: number) =>
  `PASS test/a.test.js\nTest Suites: 1 passed, 1 total\nTests:       ${n} passed, ${n} total\nTime:        1.2 s\n`
const cargo = (n: number) =>
  `running ${n} tests\ntest a ... ok\n\ntest result: ok. ${n} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n`
const go = () => `ok  \texample.com/shop\t0.012s\n`
const unittest = (n: number) =>
  `${'.'.repeat(n)}\n----------------------------------------------------------------------\nRan ${n} tests in 0.004s\n\nOK\n`
const rspec = (n: number) => `Finished in 0.1 seconds\n${n} examples, 0 failures\n`
const phpunit = (n: number) => `OK (${n} tests, ${n * 2} assertions)\n`
const tap = (n: number) =>
  `TAP version 13\n${Array.from({ length: n }, (_, at) => `ok ${at + 1} - works`).join('\n')}\n1..${n}\n`
const nextest = (n: number) =>
  `    Finished test profile\n     Summary [   0.412s] ${n} tests run: ${n} passed, 0 skipped\n`
const bunTest = (n: number) =>
  `bun test v1.2.3\n\n ${n} pass\n 0 fail\n ${n * 2} expect() calls\nRan ${n} tests across 2 files. [41.00ms]\n`
/** In colours, as on a terminal. */
const coloured = (text: string) => text.replaceAll(/^(.+)$/gmu, '\u001b[2m\u001b[32m$1\u001b[39m\u001b[22m')
/** Each line with the name of its package. */
const prefixed = (text: string) => text.replaceAll(/^/gmu, '[app]: ')
const odd = (n: number) => `checking...\n${n}/${n} ok\n`
const quiet = () => ''

export const runners: readonly Runner[] = [
  { run: 'npm test', print: vitest },
  { run: 'npm run test:unit', print: jest },
  { run: 'npx vitest run', print: vitest },
  { run: 'node --test', print: node },
  { run: 'node --test test/*.test.js', print: node },
  { run: 'yarn test', print: jest },
  { run: 'pnpm -r test', print: vitest },
  { run: 'pytest -q', print: pytest },
  { run: 'python3 -m pytest tests/', print: pytest },
  { run: 'python -m unittest discover -s tests', print: unittest },
  { run: 'cargo test', print: cargo },
  { run: 'go test ./...', print: go },
  { run: 'make test', print: mocha },
  { run: 'make check', print: tap },
  { run: './node_modules/.bin/mocha', print: mocha },
  { run: 'bundle exec rspec', print: rspec },
  { run: 'vendor/bin/phpunit', print: phpunit },
  { run: 'uv run pytest', print: pytest },
  { run: './gradlew test', print: () => 'BUILD SUCCESSFUL in 3s\n4 actionable tasks: 4 executed\n' },
  { run: 'just test', print: node },
  { run: './run.sh', print: node },
  { run: 'sh scripts/ci.sh', print: vitest },
  { run: 'npm run ci', print: jest },
  { run: 'python check.py', print: odd },
  { run: './verify', print: quiet },
  { run: 'node scripts/all.mjs', print: (n) => `passed: ${n}\n` },
  { run: 'deno task verify', print: (n) => `ok | ${n} passed | 0 failed (12ms)\n` },
  { run: 'docker compose exec app npm test', print: jest },
  { run: 'bats test', print: tap },
  { run: 'pnpm --filter ./packages/app test', print: vitest },
  { run: 'pnpm -C app run test -- --run', print: (n) => coloured(vitest(n)) },
  { run: 'yarn workspaces foreach -A run test', print: (n) => prefixed(jest(n)) },
  { run: 'yarn workspace app test --watchAll=false', print: (n) => coloured(jest(n)) },
  { run: 'npm test --workspaces --if-present', print: (n) => node(n) },
  { run: 'npx vitest run --no-watch --reporter=dot', print: (n) => coloured(vitest(n)) },
  { run: 'cargo nextest run --no-fail-fast', print: nextest },
  { run: 'make -C packages/app test', print: pytest },
  {
    run: 'tox -e py312',
    print: (n) => `${pytest(n)}  py312: OK (3.10=setup[0.9]+cmd[2.2] seconds)\n  congratulations :) (3.2 seconds)\n`,
  },
  {
    run: 'nox -s tests',
    print: (n) => `nox > Running session tests\n${pytest(n)}nox > Session tests was successful.\n`,
  },
  { run: 'bun test', print: bunTest },
  {
    run: 'deno test -A',
    print: (n) => coloured(`running ${n} tests from ./a_test.ts\n\nok | ${n} passed | 0 failed (12ms)\n`),
  },
  { run: 'gradle :app:test --console=plain', print: () => '> Task :app:test\n\nBUILD SUCCESSFUL in 4s\n' },
  {
    run: 'mvn -q -pl app test',
    print: (n) => `[INFO] Tests run: ${n}, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n`,
  },
  {
    run: 'dotnet test --nologo',
    print: (n) =>
      `Passed!  - Failed:     0, Passed:    ${n}, Skipped:     0, Total:    ${n}, Duration: 41 ms - Shop.Tests.dll (net9.0)\n`,
  },
  {
    run: 'mix test',
    print: (n) => `${'.'.repeat(n)}\nFinished in 0.05 seconds (0.00s async, 0.05s sync)\n${n} tests, 0 failures\n`,
  },
  { run: 'swift test', print: (n) => `Executed ${n} tests, with 0 failures (0 unexpected) in 0.04 (0.05) seconds\n` },
  {
    run: 'npx turbo run test',
    print: () => ' Tasks:    3 successful, 3 total\nCached:    0 cached, 3 total\n  Time:    2.1s\n',
  },
  { run: 'npx nx run-many -t test', print: () => ' NX   Successfully ran target test for 3 projects\n' },
  { run: 'bazel test //...', print: () => '//app:test   PASSED in 0.3s\nExecuted 1 out of 1 test: 1 test passes.\n' },
  { run: 'poetry run python manage.py test --no-input', print: unittest },
  { run: 'python3 -m unittest -v', print: unittest },
  { run: 'php artisan test', print: (n) => `  Tests:    ${n} passed (${n * 2} assertions)\n  Duration: 0.31s\n` },
  { run: 'ctest --output-on-failure', print: (n) => `100% tests passed, 0 tests failed out of ${n}\n` },
]
