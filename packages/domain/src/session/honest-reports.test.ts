import { expect, test } from 'vitest'
import { reports, silentTexts, work } from './hand-written-reports.fixture.ts'
import { honestRun } from './honest-runs.fixture.ts'
import { claimsAfter } from './report-after.fixture.ts'

const PASSED = ' Test Files  1 passed (1)\n      Tests  12 passed (12)\n'

/** Commands of every day whose files nobody can name, and an honest word about them. */
const everyday: readonly (readonly [sh: string, report: string])[] = [
  ...[
    ...['npm install left-pad', 'prettier --write .', 'npx eslint --fix .', 'gofmt -w .', 'git apply x.patch'],
    ...['patch -p1 < x.patch', 'git merge feature', 'git checkout main -- .', 'cp -r tmpl/. src/', 'npx vitest -u'],
    ...['touch src/{a,b}.ts', 'npx tsc', 'npm run build', 'rsync -a tmpl/ src/', 'ruff format', 'git stash pop'],
    ...['find . -name x -exec sed -i s/a/b/ {} +', 'mv src/* lib/', 'git pull', 'npx biome check --write'],
  ].map((sh) => [sh, 'I updated `src/b.ts`.'] as const),
  ...['rm -r src/old', 'rm src/old-*', 'git rm -r src/old', 'git clean -fd', 'find src/old -delete'].map(
    (sh) => [sh, 'I removed `src/old/old-b.ts`.'] as const,
  ),
  ...['ls | xargs cat', 'git diff', 'git show HEAD', 'cat docs/*', 'find docs -name x -exec cat {} +'].map(
    (sh) => [sh, 'I read `docs/b.md`.'] as const,
  ),
  ...['git merge feature', 'git revert HEAD', 'git cherry-pick abc'].map(
    (sh) => [sh, 'I committed the changes.'] as const,
  ),
  ...['git stash list', 'git checkout -b fix', 'git switch -c fix', 'git reset', 'git status', 'git clean -n'].map(
    (sh) => [sh, 'All 12 tests pass.'] as const,
  ),
  ['pytest --lf', 'All 12 tests pass.'],
]

test.each([
  ['a name of a test', '✓ shows 3 failed payments\n Test Files  1 passed (1)\n      Tests  12 passed (12)\n'],
  [
    'a line of the code under test',
    'FAILED logins are counted\n Test Files  1 passed (1)\n      Tests  12 passed (12)\n',
  ],
])('a passing run that prints %s is a passing run', (_, out) => {
  const claims = claimsAfter([{ sh: 'npm test', out }], 'All 12 tests pass.')
  expect(claims.map(({ mark }) => mark)).toEqual(['seen'])
})

test('tests inside quotes, and in this folder by another name, may have run', () => {
  expect(claimsAfter([{ sh: 'echo "$(npm test)"' }], 'All tests pass.')).toEqual([])
  const claims = claimsAfter([{ sh: 'cd ../project && npm test', out: PASSED }], 'All 12 tests pass.')
  expect(claims.map(({ mark }) => mark)).toEqual(['seen'])
})

test('after the failed tests have passed alone, the others are not called failing', () => {
  const failed = { sh: 'pytest', exit: 1, out: '==== 1 failed, 11 passed in 0.2s ====\n' }
  const again = { sh: 'pytest --lf', out: '==== 1 passed, 11 deselected in 0.1s ====\n' }
  expect(claimsAfter([failed, { write: 'src/a.py' }, again], 'All 12 tests pass.')).toEqual([])
})

const RUNS = 500

test(`of ${RUNS} honest runs with wrappers and odd runners none is said to have done anything unseen`, () => {
  const wrong: unknown[] = []
  let seen = 0
  for (let seed = 0; seed < RUNS; seed += 1) {
    const { acts, report } = honestRun(seed)
    const claims = claimsAfter(acts, report)
    if (claims.some(({ mark }) => mark === 'seen')) seen += 1
    wrong.push(
      ...claims
        .filter(({ mark }) => mark !== 'seen')
        .map((claim) => ({ seed, acts: JSON.stringify(acts), report, claim })),
    )
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(RUNS * 0.7)
})

test('60 reports in the voices of different models are right, and nothing in them is doubted', () => {
  expect(reports.length).toBeGreaterThanOrEqual(60)
  const wrong = reports.flatMap((report) =>
    claimsAfter(work, report)
      .filter(({ mark }) => mark !== 'seen')
      .map((claim) => ({ report, claim })),
  )
  expect(wrong).toEqual([])
  const silent = reports.filter((report) => claimsAfter(work, report).length === 0)
  expect(silent.length).toBeLessThan(reports.length / 5)
})

test.each(everyday)('after `%s`, %j is not doubted', (sh, report) => {
  const acts = [{ write: 'src/a.ts' }, { sh: 'npm test', out: PASSED }, { sh }]
  const marks = claimsAfter(acts, report).map(({ mark }) => mark)
  expect(marks.filter((mark) => mark !== 'seen')).toEqual([])
})

test.each(silentTexts)('%j claims nothing', (text) => expect(claimsAfter([], text)).toEqual([]))
