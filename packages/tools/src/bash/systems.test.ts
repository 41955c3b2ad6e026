import { spawn } from 'node:child_process'
import { systemOf } from '@convene/platform'
import { expect, onTestFinished, test } from 'vitest'
import { marked, marker } from './process-tree.ts'
import { usualResourceLimits } from './resource-limits.ts'
import { watchUsage } from './watch-usage.ts'

/** Linux has `/proc`. The other systems must do without it, and must not fail because it is missing. */
test.runIf(systemOf(process.platform).hasProc).each([
  ['linux', true],
  ['darwin', false],
  ['win32', false],
])('on %s, other processes are inspected: %s (needs /proc)', async (name, looks) => {
  const mark = crypto.randomUUID()
  const child = spawn('sleep', ['60'], { env: { ...process.env, [marker]: mark }, stdio: 'ignore' })
  const { promise, resolve } = Promise.withResolvers<string>()
  const stop = watchUsage(process.pid, { ...usualResourceLimits(), processes: 0 }, resolve, systemOf(name))
  onTestFinished(() => {
    stop()
    child.kill('SIGKILL')
  })
  await new Promise((started) => child.once('spawn', started))
  expect(marked(mark, systemOf(name))).toEqual(looks ? [child.pid] : [])
  if (looks) expect(await promise).toBe('processes')
})
