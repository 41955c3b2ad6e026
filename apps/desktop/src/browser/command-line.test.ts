import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { commandLineOf } from './command-line.ts'

test.skipIf(process.platform === 'win32')(
  "a process's arguments are known while it runs, and unknown afterwards",
  async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', '--name=two words'])
    const id = child.pid as number
    // The system knows a new program's arguments a moment after it has started it.
    await expect.poll(() => commandLineOf(id)).toMatch(/ -- --name=two words$/u)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(commandLineOf(id)).toBe('')
  },
)

test.skipIf(process.platform === 'win32')('asking the system gives the same answer', () => {
  expect(commandLineOf(process.pid, 'darwin')).toContain(process.execPath)
  expect(commandLineOf(0, 'darwin')).toBe('')
})

test('nothing is known on other systems', () => {
  expect(commandLineOf(process.pid, 'win32')).toBe('')
})
