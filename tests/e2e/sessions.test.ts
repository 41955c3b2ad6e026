import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, lacksTerminals, newPlace, settingsFor, type TestFolders } from './launch.ts'
import { calling } from './workspace.ts'

let server: ModelServer
let place: TestFolders
let id: string

beforeAll(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  server.script([
    on({ heading: 'Follow-up', contains: 'Again' }, { text: 'As I said.' }),
    on({ agent: 'Coder' }, { text: 'The queue is the bottleneck.' }),
    on({ agent: 'Tester' }, { text: 'Nothing tests the queue.' }),
  ])
  const { stderr } = await place.convene('run', 'Where is the bottleneck?', '--agents', 'coder,tester')
  id = /ask ([0-9A-Z]{8})/u.exec(stderr)?.[1] ?? ''
})

afterAll(async () => {
  await server.close()
  place.remove()
})

const list = async (...options: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
  JSON.parse((await place.convene('sessions', '--json', ...options)).stdout)

describe('sessions', () => {
  test('are listed by words, state and team', async () => {
    expect(await list('--query', 'bottleneck', '--state', 'completed')).toHaveLength(1)
    const [found] = await list('--query', 'bottleneck')
    expect(found?.sentence).toEqual({ text: 'The queue is the bottleneck.', marks: [[17, 27]] })
    expect((await place.convene('sessions', '--query', 'queue bottle')).stdout).toContain(
      '\n  The queue is the bottleneck.\n',
    )
    expect(await list('--query', 'nothing like it')).toEqual([])
    expect(await list('--state', 'failed')).toEqual([])
    const { stdout } = await place.convene('sessions')
    expect(stdout).toMatch(new RegExp(`Where is the bottleneck\\?\\s+Done\\s+${id}\\s+Opinions`, 'u'))
  })

  test('are shown as text, as one line per event, and as JSON', async () => {
    const shown = await place.convene('sessions', 'show', id)
    expect(shown.stdout).toContain('The queue is the bottleneck.')
    const timeline = await place.convene('sessions', 'show', id.slice(0, 5).toLowerCase(), '--timeline')
    expect(timeline.stdout).toMatch(/run\.state\s+Phase: running/u)
    const events = jsonLines((await place.convene('sessions', 'show', id, '--json')).stdout)
    expect(events.at(-1)).toMatchObject({ type: 'run.finished' })
  })

  test('are shared as one file without folders of this machine, and never over another file', async () => {
    const file = join(place.workspace, 'shared.html')
    const { stdout, stderr } = await place.convene('share', id, '--output', file)
    expect(stdout.trim()).toBe(file)
    expect(stderr).toContain('Read it before you send it')
    const page = readFileSync(file, 'utf8')
    expect(page).toContain('The queue is the bottleneck.')
    expect(page).not.toContain(place.workspace)
    expect(page).not.toContain(homedir())

    const first = await place.convene('share', id)
    expect(first.code).toBe(0)
    const second = await place.convene('share', id)
    expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') })
    rmSync(first.stdout.trim())
  })

  test('are shared as a few lines for a chat, which mention nobody', async () => {
    const { stdout } = await place.convene('share', id, '--as', 'slack')
    expect(stdout).toContain('*Coder: The queue is the bottleneck.*')
    expect((await place.convene('share', id, '--as', 'fax')).stderr).toContain('slack')
  })

  test('are exported as a document, or in full as one JSON value', async () => {
    const document = await place.convene('sessions', 'export', id)
    expect(document.stdout).toMatch(/^# Where is the bottleneck\?\n/u)
    expect(document.stdout).toMatch(/### Coder \[m\d\]\(#m\d\)\n\nThe queue is the bottleneck\./u)
    const whole = JSON.parse((await place.convene('sessions', 'export', id, '--format', 'json')).stdout)
    expect(whole.events[0]).toMatchObject({ seq: 1, type: 'session.created' })
  })

  test('answer a follow-up in the foreground, with the exit code of its answer', async () => {
    const { code, stdout } = await place.convene('ask', id, 'Again, please?', '--to', 'coder')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'As I said.\n' })
    const nobody = await place.convene('ask', id, 'And you?', '--to', 'nobody')
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('coder, tester') })
  })

  test('are forked at a message into an independent copy', async () => {
    const made = JSON.parse((await place.convene('sessions', 'fork', id, '--at', 'm2', '--json')).stdout)
    const before = server.requests.length
    const resumed = await place.convene('resume', made.id)
    expect(resumed.code).toBe(0)
    expect(server.requests.length - before).toBe(1)
    const nowhere = await place.convene('sessions', 'fork', id, '--at', 'm99')
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('m99') })
    expect((await place.convene('sessions', 'delete', made.id, '--yes')).code).toBe(0)
  })

  test('are run again with one change, and both are compared', async () => {
    const again = await place.convene('sessions', 'fork', id, '--without', 'tester', '--json')
    expect(again.code).toBe(0)
    const made = String(jsonLines(again.stdout)[0]?.session)
    const { stdout, stderr } = await place.convene('sessions', 'diff', id, made)
    expect(stderr).toContain('without Tester')
    expect(stdout).toMatch(/^seat tester +\S+ +– +≠$/mu)
    expect(stdout).toMatch(/^seat coder +\S+ +\S+$/mu)
    const twice = await place.convene('sessions', 'fork', id, '--without', 'tester', '--fact', 'x')
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('--without or --fact') })
    expect((await place.convene('sessions', 'delete', made, '--yes')).code).toBe(0)
  })

  test('are renamed, tagged, pinned and unpinned', async () => {
    await place.convene('sessions', 'rename', id, 'The \u001b[31mqueue')
    await place.convene('sessions', 'tag', id, 'storage', 'decided')
    await place.convene('sessions', 'pin', id)
    expect((await list()).find((each) => String(each.id).endsWith(id))).toMatchObject({
      title: 'The queue',
      tags: ['storage', 'decided'],
      pinned: true,
    })
    await place.convene('sessions', 'unpin', id)
    await place.convene('sessions', 'untag', id, 'storage')
    await place.convene('sessions', 'tag', id, '#later')
    expect((await list('--tag', 'decided'))[0]).toMatchObject({ tags: ['decided', 'later'], pinned: false })
    expect(await list('--tag', 'storage')).toEqual([])
    await place.convene('sessions', 'untag', id)
    expect((await list())[0]).toMatchObject({ tags: [] })
    expect(await place.convene('sessions', 'tag', id)).toMatchObject({ code: 2 })
  })

  test('are sorted, and filtered by workspace', async () => {
    const { stderr } = await place.convene('run', 'A second one', '--agents', 'coder')
    const second = /ask ([0-9A-Z]{8})/u.exec(stderr)?.[1] ?? ''
    const titles = async (...options: readonly string[]) => (await list(...options)).map(({ title }) => title)
    expect(await titles('--sort', 'title')).toEqual(['A second one', 'The queue'])
    await place.convene('sessions', 'order', id, '1')
    await place.convene('sessions', 'order', second, '2')
    expect(await titles('--sort', 'order')).toEqual(['The queue', 'A second one'])
    expect(await place.convene('sessions', 'order', second, 'first')).toMatchObject({ code: 2 })
    expect(await titles('--workspace', place.workspace)).toHaveLength(2)
    expect(await titles('--workspace', place.home)).toEqual([])
    expect(await place.convene('sessions', '--sort', 'colour')).toMatchObject({ code: 2 })
    await place.convene('sessions', 'delete', second)
  })

  test('are reset after a run, and start another one', async () => {
    expect((await place.convene('reset', id)).code).toBe(0)
    const { code, stdout } = await place.convene('run', 'And now?', '--session', id, '--agents', 'coder')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The queue is the bottleneck.\n' })
    expect(await list()).toHaveLength(1)
  })

  test('are deleted completely with a note on how to restore them, and are restored', async () => {
    const before = (await place.convene('sessions', 'show', id, '--json')).stdout
    const { code, stderr } = await place.convene('sessions', 'delete', id)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`convene sessions restore ${id}`) })
    expect(await list()).toEqual([])
    expect((await place.convene('sessions', 'show', id)).code).toBe(2)
    expect((await place.convene('sessions', 'restore')).stdout).toMatch(new RegExp(`${id}\\s+The queue`, 'u'))
    expect(await place.convene('sessions', 'restore', id)).toMatchObject({ code: 0 })
    expect((await place.convene('sessions', 'show', id, '--json')).stdout).toBe(before)
    expect(await place.convene('sessions', 'restore', id)).toMatchObject({ code: 2 })
  })
})

describe('a running session', () => {
  test('is stopped and deleted from another process: no call, event or ask is left of it', async () => {
    const already = server.requests.length
    server.script([on({ contains: 'Wait here' }, { parts: 6, delayMs: 60_000, text: 'Late, much too late.' })])
    const running = place.launch(['run', 'Wait here', '--agents', 'coder'])
    await server.until(({ requests }) => requests.length > already)
    const [listed] = await list('--query', 'wait here')
    const deleted = await place.convene('sessions', 'delete', String(listed?.id), '--yes')
    expect(deleted).toMatchObject({ code: 0 })
    expect((await running.ended).code).toBe(3)
    await server.until(({ aborted }) => aborted.length === 1)
    expect(await list('--query', 'wait here')).toEqual([])
    expect(JSON.parse((await place.convene('approvals', '--json')).stdout)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('ends its commands when it is deleted', async () => {
    const seconds = '98765.4321'
    server.script([
      on({ contains: 'Sleep now' }, calling(['bash', { command: `sleep ${seconds}` }]), { text: 'Slept.' }),
    ])
    const running = place.launch(['run', 'Sleep now', '--agents', 'coder', '--allow', 'bash:sleep *'])
    const sleeping = () =>
      readdirSync('/proc').some((pid) => {
        const line = /^\d+$/u.test(pid) ? commandLine(pid) : ''
        return line.startsWith(`sleep\0${seconds}`)
      })
    await expect.poll(sleeping).toBe(true)
    const [listed] = await list('--query', 'sleep now')
    expect(await place.convene('sessions', 'delete', String(listed?.id), '--yes')).toMatchObject({ code: 0 })
    await running.ended
    expect(sleeping()).toBe(false)
  })

  test.skipIf(lacksTerminals())('takes its open asks with it when it is deleted', async () => {
    server.script([on({ contains: 'Ask me' }, calling(['bash', { command: 'curl example.com' }]), { text: 'Done.' })])
    const running = place.onTerminal('run', 'Ask me', '--agents', 'coder')
    await running.says('curl example.com')
    const waiting = async () => JSON.parse((await place.convene('approvals', '--json')).stdout) as readonly unknown[]
    expect(await waiting()).toHaveLength(1)
    const [listed] = await list('--query', 'ask me')
    expect(await place.convene('sessions', 'delete', String(listed?.id), '--yes')).toMatchObject({ code: 0 })
    expect(await waiting()).toEqual([])
    const { code, stdout } = await running.ended
    expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringContaining('This session was deleted.') })
  })
})

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
