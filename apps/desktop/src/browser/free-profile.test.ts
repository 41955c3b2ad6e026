import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freeProfile } from './free-profile.ts'

/** A process started with these arguments that echoes its input. */
function startProcess(...words: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)', '--', ...words])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const lock = (profile: TemporaryFolder, host: string, id: number | undefined) =>
  symlinkSync(`${host}-${id}`, profile.file('SingletonLock'))

/** What a process echoes, or the signal that ended it. */
async function answer(child: ChildProcessWithoutNullStreams): Promise<string> {
  const ended = once(child, 'exit').then(([, signal]) => String(signal))
  child.stdin.on('error', () => undefined).write('here')
  return Promise.race([once(child.stdout, 'data').then(String), ended])
}

describe.skipIf(process.platform === 'win32')('a profile whose lock names', () => {
  test.each([
    ['not ours', () => ['--user-data-dir']],
    ['a browser of another profile', (profile: string) => [`--user-data-dir=${profile}-other`]],
  ])('a process that is %s is free at once, and the process keeps running', async (_what, words) => {
    using profile = temporaryFolder()
    const innocent = startProcess(...words(profile.path))
    lock(profile, hostname(), innocent.pid)
    await freeProfile(profile.path, 0)
    expect(readdirSync(profile.path)).toEqual([])
    expect(await answer(innocent)).toBe('here')
  })

  test('its own browser that does not exit is free once the browser is killed', async () => {
    using profile = temporaryFolder()
    const lingering = startProcess(`--user-data-dir=${profile.path}`, '--app=x')
    lock(profile, hostname(), lingering.pid)
    const ended = once(lingering, 'exit')
    await freeProfile(profile.path, 0)
    expect(readdirSync(profile.path)).toEqual([])
    expect((await ended)[1]).toBe('SIGKILL')
  })

  test('its own browser that exits is free afterwards, and nothing is killed', async () => {
    using profile = temporaryFolder()
    const ending = startProcess(`--user-data-dir=${profile.path}`)
    lock(profile, hostname(), ending.pid)
    const ended = once(ending, 'exit')
    const freed = freeProfile(profile.path)
    ending.stdin.end()
    await freed
    expect(await ended).toEqual([0, null])
  })

  test('a process on another machine is free at once', async () => {
    using profile = temporaryFolder()
    lock(profile, 'another-machine', startProcess(`--user-data-dir=${profile.path}`).pid)
    await freeProfile(profile.path, 0)
    expect(readdirSync(profile.path)).toEqual([])
  })
})
