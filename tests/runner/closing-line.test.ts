import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closingLine } from './closing-line.ts'

const repository = join(import.meta.dirname, '../..')
const cache = join(repository, '.cache')
const story = `import { test } from 'vitest'\n`
let folder = ''

beforeAll(() => {
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'closing-line-'))
  const reporter = JSON.stringify(join(import.meta.dirname, 'closing-line.ts'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { ClosingLine } from ${reporter}\nexport default { test: { reporters: ['default', new ClosingLine()] } }\n`,
  )
  writeFileSync(
    join(folder, 'good.test.ts'),
    `${story}test('one', () => {})\ntest('two', () => {})\ntest.skip('three')\n`,
  )
  writeFileSync(join(folder, 'bad.test.ts'), `${story}test('four', () => { throw new Error('no') })\n`)
  writeFileSync(join(folder, 'broken.test.ts'), `import './not-there.ts'\n`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function vitest(...filters: readonly string[]) {
  const program = join(repository, 'node_modules/vitest/vitest.mjs')
  const result = spawnSync(process.execPath, [program, 'run', '--root', folder, ...filters], { encoding: 'utf8' })
  return { status: result.status, lastLine: result.stdout.trimEnd().split('\n').at(-1) }
}

describe("a test run's closing line", () => {
  test('counts tests, and a file that cannot be loaded as one failure', () => {
    expect(vitest()).toEqual({ status: 1, lastLine: '2 passed, 2 failed, 1 skipped' })
  })

  test('is not a success if a filter matches nothing', () => {
    expect(vitest('nothing-has-this-name')).toEqual({ status: 1, lastLine: '0 passed, 1 failed' })
  })

  test('leaves out the skipped tests if there are none', () => {
    expect(closingLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed')
  })

  test('says that no test ran if all were skipped', () => {
    expect(closingLine({ passed: 0, failed: 0, skipped: 3 })).toBe('No test ran.\n0 passed, 1 failed, 3 skipped')
  })
})

describe('the tests', () => {
  test('run on the Node version that the product bundles, or a newer one', () => {
    expect(Number.parseInt(process.versions.node, 10)).toBeGreaterThanOrEqual(24)
  })
})
