import { relative } from 'node:path'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { cpuSeconds, noteCost } from './cpu-time.ts'
import { current } from './current-file.ts'

/** A setup file: notes which file runs, and measures its CPU time if the run wants to know. */
const folder = process.env.CONVENE_TEST_COSTS ? process.env.CONVENE_TEST_NOTES : undefined
const before = folder === undefined ? undefined : cpuSeconds()

const file = relative(process.cwd(), expect.getState().testPath ?? '')
current.file = file

/** Each may have waited for minutes for what never comes. */
const MOST_FAILURES = 5
let failures = 0

beforeEach(() => {
  if (failures >= MOST_FAILURES) throw new Error(`Not tried: ${failures} tests of this file have failed.`)
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failures += 1
})

afterAll(() => {
  const after = before === undefined ? undefined : cpuSeconds()
  if (folder !== undefined && before !== undefined && after !== undefined) noteCost(folder, file, after - before)
})
