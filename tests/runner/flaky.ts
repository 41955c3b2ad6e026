// Runs tests many times under load: node tests/runner/flaky.ts [--times 50] [--calm] [FILE | 'FILE > TITLE']…
// Without a test, those that earlier runs found flaky. One that always passes leaves the list.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attempt } from './attempt.ts'
import { flakyTests, removeFlaky } from './flaky-list.ts'
import { burn } from './load.ts'

type Named = { readonly file: string; readonly name: string }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '50' }, calm: { type: 'boolean' } },
})
process.chdir(join(import.meta.dirname, '../..'))
const times = Number(values.times)
const chosen = positionals.length > 0 ? positionals.map(named) : flakyTests()
if (!Number.isInteger(times) || times < 1) fail('--times takes a whole number above 0.')
else if (chosen.length === 0) console.log('No test is known to be flaky.\n0 passed, 0 failed')
else await all(chosen)

async function all(tests: readonly Named[]): Promise<void> {
  const end = values.calm ? () => {} : burn()
  const failed: Named[] = []
  for (const test of tests) if (!(await isSteady(test))) failed.push(test)
  end()
  console.log(`\n${tests.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

async function isSteady({ file, name }: Named): Promise<boolean> {
  const only = name === '' ? [] : ['-t', `^${name.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replaceAll(' > ', ' ')}$`]
  let passed = 0
  for (let time = 1; time <= times; time += 1) {
    const { results, output } = await attempt({ words: [file, ...only], environment: { CONVENE_SUITE: 'all' } })
    const isRed = results.unhandled.length > 0 || results.tests.some(({ state }) => state === 'failed')
    const hasRun = results.tests.some(({ state }) => state === 'passed')
    if (!isRed && hasRun) passed += 1
    else console.log(hasRun || isRed ? `Attempt ${time}:\n${output}` : `Attempt ${time}: no test matches.`)
  }
  console.log(`${passed} of ${times} passed: ${name === '' ? file : `${file} > ${name}`}`)
  if (passed === times) removeFlaky({ file, name })
  return passed === times
}

function named(words: string): Named {
  const [file = '', ...titles] = words.split(' > ')
  return { file, name: titles.join(' > ') }
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
