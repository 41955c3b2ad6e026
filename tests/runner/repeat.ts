// Runs a whole suite several times in a row: node tests/runner/repeat.ts [--times 20] [--suite everyday | all] [--calm]
// Unless calm, other processes keep the machine busy. Prints a line per run, and each test that failed or was flaky.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { burn } from './load.ts'
import { isGreen, type Outcome } from './results.ts'
import { runSuite } from './run-suite.ts'
import type { Suite } from './suites.ts'
import { closingLineOf, summaryOf } from './summary.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    suite: { type: 'string', default: 'everyday' },
    calm: { type: 'boolean', default: false },
  },
})
process.chdir(join(import.meta.dirname, '../..'))
const times = Number(values.times)
const suites: readonly Suite[] = ['everyday', 'rest', 'all']
const suite = suites.find((each) => each === values.suite)
if (!Number.isInteger(times) || times < 1) fail('--times takes a whole number above 0.')
else if (suite === undefined) fail(`--suite takes one of: ${suites.join(', ')}.`)
else await repeat(suite)

async function repeat(chosen: Suite): Promise<void> {
  const end = values.calm ? () => {} : burn()
  const table: string[] = []
  let red = 0
  for (let time = 1; time <= times; time += 1) {
    const { outcome, row } = await once(chosen)
    if (!isGreen(outcome)) red += 1
    table.push(`${String(time).padStart(3)}  ${row}`)
    console.log(table.at(-1))
    if (!isGreen(outcome) || outcome.flaky.length > 0) keepSummary(time, outcome)
  }
  end()
  console.log(`\n${times - red} of ${times} runs green ${values.calm ? 'on a calm machine' : 'under load'}`)
  console.log(`\n${times - red} passed, ${red} failed`)
  process.exitCode = red > 0 ? 1 : 0
}

async function once(chosen: Suite): Promise<{ outcome: Outcome; row: string }> {
  const from = performance.now()
  const environment = { CONVENE_SUITE: chosen, CONVENE_TEST_COSTS: '1' }
  const run = { words: [], environment, cwd: process.cwd(), isShown: false, say: () => {} }
  const { outcome, first } = await runSuite(run)
  const wall = Math.round((performance.now() - from) / 1000)
  const cpu = Math.round(first.costs.reduce((sum, { seconds }) => sum + seconds, 0))
  return { outcome, row: `${closingLineOf(outcome)}, ${outcome.flaky.length} flaky, ${wall} s, ${cpu} CPU s` }
}

/** Where to read later what went wrong in one of many runs. */
function keepSummary(time: number, outcome: Outcome): void {
  const folder = join(process.cwd(), '.cache/tests')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `run-${time}.txt`)
  writeFileSync(file, summaryOf(outcome))
  console.log(`     ${file}`)
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
