import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { cpuSeconds, noteCost } from './cpu-time.ts'
import { current } from './current-file.ts'

/** A setup file: notes which file runs, and measures its CPU time if the run wants to know. */
const folder = process.env.CONVENE_TEST_COSTS ? process.env.CONVENE_TEST_NOTES : undefined
const before = folder === undefined ? undefined : cpuSeconds()

const file = relative(process.cwd(), expect.getState().testPath ?? '')
current.file = file

afterAll(() => {
  const after = before === undefined ? undefined : cpuSeconds()
  if (folder !== undefined && before !== undefined && after !== undefined) noteCost(folder, file, after - before)
})
