import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from './results.ts'
import { runSuite } from './run-suite.ts'
import { closingLineOf, summaryOf } from './summary.ts'

const cache = join(import.meta.dirname, '../../.cache')
let folder = ''

/** Tests that behave badly, each in its own file. */
const planted = {
  'green.test.ts': `test('is green', () => {})`,
  'red.test.ts': `test('is red', () => { throw new Error('wrong') })\ntest('is green beside it', () => {})`,
  'wobbles.test.ts': `test('fails on every other day', () => {
    const first = !existsSync(process.env.PLANTED + '/wobbled')
    writeFileSync(process.env.PLANTED + '/wobbled', '')
    expect(first, 'the first day').toBe(false)
  })`,
  'leaves-a-marker.test.ts': `test('fails only as long as its marker is missing', () => {
    const marker = join(tmpdir(), 'marker')
    const wasThere = existsSync(marker)
    writeFileSync(marker, '')
    expect(wasThere).toBe(true)
  })`,
  'dies.test.ts': `test('kills its process', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) })`,
  'broken.test.ts': `throw new Error('not even loaded')`,
  'throws-later.test.ts': `test('leaves a promise behind', async () => {
    void Promise.reject(new Error('nobody caught this'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })`,
  'skips.test.ts': `test.skip('is skipped (left out: there is no printer)')\ntest.skip('is skipped without a word')`,
}

const header = `import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
`

function plant(files: Readonly<Record<string, string>>): string {
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'planted-'))
  const reporter = JSON.stringify(join(import.meta.dirname, 'reporter.ts'))
  writeFileSync(
    join(root, 'vitest.config.ts'),
    `import { ResultsFile } from ${reporter}
export default { test: { reporters: ['default', new ResultsFile(process.env.CONVENE_TEST_RESULTS)] } }\n`,
  )
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), `${header}${text}\n`)
  writeFileSync(join(root, '.gitignore'), 'node_modules\n')
  spawnSync('git', ['init', '--quiet'], { cwd: root })
  spawnSync('git', ['add', '.'], { cwd: root })
  return root
}

async function outcomeIn(root: string): Promise<Outcome> {
  const outside = mkdtempSync(join(cache, 'planted-outside-'))
  const run = { words: [], cwd: root, environment: { PLANTED: outside }, isShown: false, say: () => {} }
  const { outcome } = await runSuite(run)
  rmSync(outside, { recursive: true, force: true })
  return outcome
}

describe('a test run with tests that behave badly', () => {
  let outcome: Outcome
  const named = (list: readonly { readonly file: string }[]) => list.map(({ file }) => file).toSorted()

  beforeAll(async () => {
    folder = plant(planted)
    outcome = await outcomeIn(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('fails for what fails twice, whether in a test, outside one or by the death of its process', () => {
    expect(named(outcome.failed)).toEqual([
      'broken.test.ts',
      'dies.test.ts',
      'leaves-a-marker.test.ts',
      'red.test.ts',
      'throws-later.test.ts',
    ])
  })

  test('finds a test that could not fail twice in a row, because the first failure left a file behind', () => {
    expect(named(outcome.failed)).toContain('leaves-a-marker.test.ts')
  })

  test('calls a test flaky that passes in a new process, and shows what both attempts said', () => {
    expect(named(outcome.flaky)).toEqual(['wobbles.test.ts'])
    expect(outcome.flaky[0]?.outputs[0]).toContain('the first day')
    expect(outcome.flaky[0]?.outputs[1]).toContain('1 passed')
    const summary = summaryOf(outcome)
    expect(summary).toContain('wobbles.test.ts > fails on every other day')
    expect(summary).toContain('The second time:')
  })

  test('names what was skipped, with the reason or the lack of one', () => {
    const summary = summaryOf(outcome)
    expect(summary).toContain('1 test in skips.test.ts: there is no printer')
    expect(summary).toContain('without a reason: skips.test.ts > is skipped without a word')
  })

  test('counts a flaky test as passed in its closing line, and nothing twice', () => {
    expect(closingLineOf(outcome)).toBe('4 passed, 5 failed, 2 skipped')
  })
})

describe('a test run', () => {
  test('is green although a test is flaky', async () => {
    const root = plant({ 'wobbles.test.ts': planted['wobbles.test.ts'] })
    const outcome = await outcomeIn(root)
    rmSync(root, { recursive: true, force: true })
    expect(outcome.unhandled).toEqual([])
    expect(closingLineOf(outcome)).toBe('1 passed, 0 failed')
    expect(outcome.flaky).toHaveLength(1)
  })

  test('is red if a test leaves a file in the repository, even if that made its repeat pass', async () => {
    const root = plant({
      'litters.test.ts': `test('fails until its file is there', () => {
        const wasThere = existsSync('litter')
        writeFileSync('litter', '')
        expect(wasThere).toBe(true)
      })`,
    })
    const outcome = await outcomeIn(root)
    rmSync(root, { recursive: true, force: true })
    expect(outcome.unhandled).toEqual([expect.stringContaining('litter')])
    expect(closingLineOf(outcome)).toBe('1 passed, 1 failed')
  })

  test('is red if there is no test', async () => {
    const root = plant({ 'none.txt': '' })
    const outcome = await outcomeIn(root)
    rmSync(root, { recursive: true, force: true })
    expect(closingLineOf(outcome)).toMatch(/^No test ran\.\n0 passed, 1 failed/u)
  })
})
