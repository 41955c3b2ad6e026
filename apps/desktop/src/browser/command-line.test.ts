import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { commandLineOf } from './command-line.ts'

test.skipIf(process.platform === 'win32')(
  'the words of a process are known while it lives, and none after',
  async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', '--name=two words'])
    const id = child.pid as number
    expect(commandLineOf(id)).toMatch(/ -- --name=two words$/u)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(commandLineOf(id)).toBe('')
  },
)

test.skipIf(process.platform === 'win32')('where the system is asked, it says the same', () => {
  expect(commandLineOf(process.pid, 'darwin')).toContain(process.execPath)
  expect(commandLineOf(0, 'darwin')).toBe('')
})

test('of other systems nothing is known', () => {
  expect(commandLineOf(process.pid, 'win32')).toBe('')
})
