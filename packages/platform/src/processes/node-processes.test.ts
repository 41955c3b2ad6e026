import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { nodeProcesses } from './node-processes.ts'

const nobodyKnows = () => undefined

describe.each([
  ['with start times', nodeProcesses()],
  ['without start times', nodeProcesses(nobodyKnows)],
])('processes on this machine, %s', (_, processes) => {
  test('include this one', () => {
    expect(processes.self.pid).toBe(process.pid)
    expect(processes.alive(processes.self)).toBe(true)
  })

  test('do not include an earlier one with our pid', () => {
    expect(processes.alive({ ...processes.self, startedAt: processes.self.startedAt - 1 })).toBe(false)
  })

  test('no longer include one that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processes.alive({ pid, startedAt: 0 })).toBe(false)
  })
})

test('a pid reused by another process is not alive', () => {
  const processes = nodeProcesses((pid) => (pid === process.pid ? 5 : pid === 77 ? 6 : undefined))
  expect(processes.alive({ pid: 77, startedAt: 6 })).toBe(true)
  expect(processes.alive({ pid: 77, startedAt: 5 })).toBe(false)
  expect(processes.alive({ pid: 78, startedAt: 6 })).toBe(false)
})
