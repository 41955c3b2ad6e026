// Runs the tests: node tests/runner/main.ts [everyday | all] [--continue] [--slow] [arguments of vitest]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addFlaky, flakyTests } from './flaky-list.ts'
import { leftInRepository } from './left-behind.ts'
import { isGreen, type Outcome, sumOf } from './results.ts'
import { runSuite } from './run-suite.ts'
import { costsText } from './slow.ts'
import type { Suite } from './suites.ts'
import { closingLineOf, summaryOf } from './summary.ts'

const root = join(import.meta.dirname, '../..')
/** What `npm test` found, for `npm run test:all -- --continue`, which runs only the rest and adds both up. */
const part = join(root, '.cache/tests/everyday.json')

const [suite = 'everyday', ...given] = process.argv.slice(2) as [Suite?, ...string[]]
const ours = ['--continue', '--slow'] as const
const has = (flag: (typeof ours)[number]): boolean => given.includes(flag)
/** Everything else is for Vitest: files, `-t` and the like. */
const words = given.filter((word) => !ours.some((flag) => flag === word))
process.chdir(root)
process.exitCode = await main()

async function main(): Promise<number> {
  const earlier = has('--continue') ? takePart() : undefined
  if (earlier === undefined && words.length === 0 && !isChecked()) {
    console.log('\nThe checks failed, so no test ran.\n0 passed, 1 failed')
    return 1
  }
  const found = await tested(earlier === undefined ? suite : 'rest')
  const outcome = earlier === undefined ? found : sumOf(earlier, found)
  return report(outcome)
}

function isChecked(): boolean {
  return spawnSync(process.execPath, ['scripts/check.mjs'], { stdio: 'inherit' }).status === 0
}

async function tested(chosen: Suite): Promise<Outcome> {
  // A file that somebody names runs, whatever suite it is in.
  const environment = {
    CONVENE_SUITE: words.length > 0 ? 'all' : chosen,
    ...(has('--slow') && { CONVENE_TEST_COSTS: '1' }),
  }
  const run = { words, environment, cwd: root, isShown: true, say: (line: string) => console.log(line) }
  const { outcome, first } = await runSuite(run)
  if (has('--slow')) console.log(costsText(first.costs))
  return outcome
}

function report(outcome: Outcome): number {
  console.log(summaryOf(outcome))
  if (outcome.flaky.length > 0) console.log(`Both outputs of flaky tests: ${addFlaky(outcome.flaky)}`)
  const listed = flakyTests().length
  if (listed > 0)
    console.log(`${listed} flaky ${listed === 1 ? 'test' : 'tests'} to fix: npm run test:flaky runs each 50 times.`)
  const green = isGreen(outcome)
  if (green && suite === 'everyday' && words.length === 0) keepPart(outcome)
  if (green && process.env.CONVENE_MORE_TESTS_FOLLOW && suite === 'everyday')
    console.log(`So far ${outcome.passed + outcome.flaky.length} tests passed, and none failed.`)
  else console.log(`\n${closingLineOf(outcome)}`)
  return green ? 0 : 1
}

/** Changes with every committed or changed file. */
function stateOfTree(): string {
  const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  const { stdout: changes } = spawnSync('git', ['diff', 'HEAD'], { maxBuffer: 2 ** 28 })
  return [commit.trim(), createHash('sha256').update(changes).digest('hex'), ...leftInRepository(root)].join('\n')
}

function keepPart(outcome: Outcome): void {
  mkdirSync(join(part, '..'), { recursive: true })
  writeFileSync(part, JSON.stringify({ tree: stateOfTree(), outcome }))
}

/** The first part of this run, if it was green and of these very files. It can be used once. */
function takePart(): Outcome | undefined {
  try {
    const { tree, outcome } = JSON.parse(readFileSync(part, 'utf8')) as { tree: string; outcome: Outcome }
    return tree === stateOfTree() ? outcome : undefined
  } catch {
    return undefined
  } finally {
    rmSync(part, { force: true })
  }
}
