import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPage } from '../../scripts/web.mjs'
import { standing } from '../process/length.ts'
import { newPerson, type Person, type Started } from './command.ts'
import { type Display, openDisplay } from './display.ts'
import { within } from './drive.ts'
import { childrenOf, listening, startedWith } from './processes.ts'

const found = await openDisplay()
const display = found as Display
const why = 'missing' in found ? ` (left out: ${found.missing})` : ''

beforeAll(() => buildPage())

afterAll(() => {
  if (!('missing' in found)) display.end()
})

/** Returns once the window has stored its position, which is seconds after it was shown. */
async function opened(person: Person, words: readonly string[] = ['--window']): Promise<Started> {
  rmSync(join(person.window, 'bounds.json'), { force: true })
  const started = person.start(words)
  await expect.poll(() => person.isOpen(), { ...within, message: started.said() }).toBe(true)
  return started
}

const isGone = ({ profile }: Person) => expect.poll(() => startedWith(profile), within).toEqual([])

/** Only the files that the next window needs are left. */
async function leavesNothing(person: Person): Promise<void> {
  await isGone(person)
  expect(readdirSync(person.window).sort()).toEqual(['bounds.json', 'calls', 'profile'])
  expect(readdirSync(join(person.window, 'calls'))).toEqual([])
  expect(readdirSync(join(person.window, 'profile')).filter((name) => name.startsWith('Singleton'))).toEqual([])
}

const link = /^http:\/\/127\.0\.0\.1:\d+\/\S*$/mu

describe.skipIf('missing' in found)(`starting convene${why}`, () => {
  test.each(standing(['SIGTERM'] as const, ['SIGINT', 'SIGHUP'] as const))(
    'opens a window, listens on nothing, and exits cleanly on %s',
    async (signal) => {
      const person = newPerson(display.name)
      const { child, ended } = await opened(person)
      const pid = child.pid as number
      const browser = startedWith(person.profile)
      expect(browser.length).toBeGreaterThan(2)
      expect(listening([pid, ...childrenOf(pid), ...browser])).toEqual([])
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 0, err: '' })
      await leavesNothing(person)
    },
  )

  test('exits cleanly if its browser is killed; the next start opens a window', async () => {
    const person = newPerson(display.name)
    const { child, ended } = await opened(person)
    const [browser = 0] = childrenOf(child.pid as number)
    process.kill(browser, 'SIGKILL')
    expect(await ended).toMatchObject({ code: 0, err: '' })
    await isGone(person)
    const next = await opened(person)
    next.child.kill('SIGTERM')
    await next.ended
    await leavesNothing(person)
  })

  test('leaves no browser behind if it is killed itself; the next start opens a window at once', async () => {
    const person = newPerson(display.name)
    const { child, ended } = await opened(person)
    child.kill('SIGKILL')
    await ended
    const next = await opened(person)
    next.child.kill('SIGTERM')
    await next.ended
    await leavesNothing(person)
  })

  test('opens a window although a dead browser has left its lock behind', async () => {
    const person = newPerson(display.name)
    const first = await opened(person)
    first.child.kill('SIGTERM')
    await first.ended
    symlinkSync('another-machine-1', join(person.window, 'profile/SingletonLock'))
    const { child, ended } = await opened(person)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  test('brings the earlier window to the front and opens the link there, and refuses an invalid link', async () => {
    const person = newPerson(display.name)
    const ran = await person.start([
      'run',
      'Should one process write the queue?',
      '--model',
      'rehearsal/offline',
      '--json',
    ]).ended
    const { session } = JSON.parse(ran.out.split('\n')[0] ?? '') as { session: string }
    const first = await opened(person)
    const second = await person.start([`convene://session/${session}`]).ended
    expect(second).toMatchObject({ code: 0, err: expect.stringContaining('Brought its window to the front') })
    expect(readdirSync(join(person.window, 'calls'))).toEqual([])
    expect(await person.start(['convene://delete/everything']).ended).toMatchObject({ code: 2 })
    expect(await person.start([`convene://session/${'0'.repeat(26)}`]).ended).toMatchObject({ code: 2 })
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
  })

  describe('if no window is possible', () => {
    /** A browser that runs this script. */
    function script(content: string): { readonly CONVENE_BROWSER: string } {
      const folder = temporaryFolder()
      onTestFinished(() => folder[Symbol.dispose]())
      const file = folder.file('browser')
      writeFileSync(file, content, { mode: 0o755 })
      return { CONVENE_BROWSER: file }
    }

    /** Answers no to everything, like a browser that is too old. */
    const tooOld = `#!${process.execPath}
const { createReadStream, createWriteStream } = require('node:fs')
const out = createWriteStream(null, { fd: 4 })
createReadStream(null, { fd: 3 }).on('data', (chunk) => {
  for (const text of chunk.toString().split('\\0').filter(Boolean))
    out.write(JSON.stringify({ id: JSON.parse(text).id, error: { message: "wasn't found" } }) + '\\0')
})
`

    const reasons = [
      ['no browser is installed', ({ programs }: Person) => ({ PATH: programs }), /requires Chromium, Chrome or Edge/u],
      ['the browser is too old', () => script(tooOld), /The window did not open/u],
      ['the browser does not start', () => script('#!/bin/sh\nexit 1\n'), /The window did not open/u],
    ] as const

    test.each(reasons)(
      'because %s, opens the user’s browser and says why in one line, or only says why if asked for a window',
      async (_why, environment, line) => {
        const person = newPerson(display.name)
        const { child, ended, said } = person.start([], environment(person))
        await expect.poll(said, within).toMatch(link)
        expect(
          said()
            .split('\n')
            .filter((each) => line.test(each)),
        ).toHaveLength(1)
        await expect.poll(() => person.opened(), within).toHaveLength(1)
        await letsIn(person.opened()[0], link.exec(said())?.[0])
        child.kill('SIGTERM')
        expect((await ended).code).toBe(0)
        const refused = await person.start(['--window'], environment(person)).ended
        expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringMatching(line) })
      },
    )

    const notRoot = process.getuid?.() !== 0
    test.skipIf(notRoot)(
      `because a policy forbids it, says so soon${notRoot ? ' (left out: not root)' : ''}`,
      async () => {
        const person = newPerson(display.name)
        const policies = '/etc/chromium/policies/managed'
        const hadPolicies = existsSync(policies)
        onTestFinished(() => {
          if (!hadPolicies) rmSync('/etc/chromium/policies', { recursive: true, force: true })
        })
        // Only this browser sees these policies: they are mounted in its own namespace.
        const forbidding = script(`#!/bin/sh
mkdir -p ${policies}
exec unshare --mount sh -c 'mount -t tmpfs tmpfs ${policies} && echo "{\\"RemoteDebuggingAllowed\\":false}" > ${policies}/debugging.json && exec ${display.browser} "$@"' sh "$@"
`)
        expect(await person.start(['--window'], forbidding).ended).toMatchObject({
          code: 2,
          err: expect.stringContaining('its policies do not allow it'),
        })
        await isGone(person)
      },
    )
  })

  test('with --browser opens the user’s browser, even if a window is possible', async () => {
    const person = newPerson(display.name)
    const { child, ended, said } = person.start(['--browser'])
    await expect.poll(() => person.opened(), within).toHaveLength(1)
    await letsIn(person.opened()[0], link.exec(said())?.[0])
    expect(existsSync(person.window)).toBe(false)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
})

test('without a display, convene prints a link and opens nothing; asked for a window, it says why', async () => {
  const person = newPerson(undefined)
  const { child, ended, said } = person.start([])
  await expect.poll(said, within).toMatch(/^http:\/\/127\.0\.0\.1/mu)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(person.opened()).toEqual([])
  expect(await person.start(['--window']).ended).toMatchObject({ code: 2, err: expect.stringContaining('no display') })
})

/** The URL passed to the browser opens the same page as the printed link, without the token in it. */
async function letsIn(opened = '', printed = ''): Promise<void> {
  const { origin, searchParams } = new URL(printed)
  expect(new URL(opened).origin).toBe(origin)
  expect(opened).not.toContain(searchParams.get('token'))
  expect((await fetch(opened, { redirect: 'manual' })).status).toBe(303)
}
