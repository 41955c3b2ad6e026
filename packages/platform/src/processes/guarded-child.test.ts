import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guardedChild } from './guarded-child.ts'
import { safeEnvironment } from './safe-environment.ts'

const env = { PATH: process.env.PATH ?? '' }

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

async function start(script: string) {
  const child = guardedChild({ command: '/bin/sh', args: ['-c', script], env })
  const [output] = (await once(child.process.stdout ?? child.process, 'data')) as [Buffer]
  return { ...child, pids: output.toString().trim().split(/\s+/).map(Number) }
}

test('a process tree that ignores SIGTERM and left its process group is gone after the end', async () => {
  const child = await start('trap "" TERM; sleep 600 & setsid sleep 601 & echo $$ $! ; wait')
  expect(child.pids.every(isRunning)).toBe(true)
  await child.end()
  expect(child.pids.some(isRunning)).toBe(false)
})

test('when a child exits, so do the processes it started', async () => {
  const child = await start('sleep 600 & echo $!')
  await child.end()
  expect(child.pids.some(isRunning)).toBe(false)
})

test('with a grace period, a child may finish its work after its input closes', async () => {
  const child = guardedChild({ command: '/bin/sh', args: ['-c', 'cat; echo saved'], env })
  let output = ''
  child.process.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await child.end(60_000)
  expect(output).toBe('saved\n')
})

test('a missing program emits an error event, and ending it does not fail', async () => {
  const child = guardedChild({ command: '/nowhere', args: [], env })
  expect(await once(child.process, 'error')).toMatchObject([{ code: 'ENOENT' }])
  await child.end()
})

test('third-party programs get no keys and no shell functions in their environment', () => {
  const given = {
    PATH: '/bin',
    HOME: '/root',
    LC_ALL: 'C',
    OPENAI_API_KEY: 'x',
    LD_PRELOAD: 'x',
    NODE_OPTIONS: 'x',
    USER: '() { :; }',
  }
  expect(safeEnvironment(given)).toEqual({ PATH: '/bin', HOME: '/root', LC_ALL: 'C' })
})
