import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import type { McpToolsOptions } from '@convene/tools'
import { describe, expect, test } from 'vitest'
import { faulty } from './faulty-server.ts'
import { type OpenServers, open } from './open-servers.ts'
import { processesOf } from './processes-of.ts'

const echo = (mcp: OpenServers) => mcp.call('mcp_faulty_echo', { text: 'hello' })
const status = (mcp: OpenServers) => mcp.status()[0]
const codes = (mcp: OpenServers) => mcp.logged.map(({ code }) => code)

describe('a server that', () => {
  test('dies at once is reported with its exit code, and the others are used', async () => {
    await using mcp = faulty('dies-at-start')
    await mcp.ready()
    expect(status(mcp)).toMatchObject({ phase: 'down', problem: 'it ended with exit code 7', tools: [] })
  })

  test('does not exist is named', async () => {
    await using mcp = open({ none: { command: '/nowhere/to/be/found' } })
    await mcp.ready()
    expect(mcp.status()[0]).toMatchObject({ phase: 'down', problem: expect.stringContaining('ENOENT') })
  })

  test('exits when asked for its version is asked again with the old handshake', async () => {
    await using mcp = faulty('dies-at-probe')
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: true, output: 'hello' })
  })

  test('hangs on connect is given up after the time limit', async () => {
    await using mcp = faulty('hangs-at-connect', { limits: { connectMs: 400, probeMs: 100 } })
    await mcp.ready()
    expect(status(mcp)).toMatchObject({ phase: 'down', problem: 'it did not answer within 0.4 s' })
  })

  test('hangs in a call fails that call and keeps serving', async () => {
    await using mcp = faulty('hangs-at-call', { limits: { callMs: 300 } })
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: false, output: expect.stringContaining('did not answer within 0.3 s') })
    expect(status(mcp)).toMatchObject({ phase: 'up', restarts: 0 })
  })

  test('freezes is killed', async () => {
    await using mcp = faulty('freezes', { limits: { callMs: 300, pingMs: 300 } })
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: false, output: expect.stringContaining('outcome of the call is unknown') })
    expect(status(mcp)).toMatchObject({ phase: 'down', problem: 'it no longer answers' })
  })

  test('dies in the middle of a call fails the call once, and is reconnected by the next', async () => {
    await using mcp = faulty('dies-once')
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: false, output: expect.stringContaining('ended by SIGKILL') })
    expect(await echo(mcp)).toEqual({ ok: true, output: 'alive again' })
    expect(status(mcp)).toMatchObject({ phase: 'up', restarts: 1 })
  })

  test('dies at every call is given up after five restarts, and its tools disappear', async () => {
    const waits: number[] = []
    await using mcp = faulty('dies-at-call', {
      clock: impatient(waits),
      limits: { firstWaitMs: 1_000, longestWaitMs: 6_000 },
    })
    await mcp.ready()
    for (let call = 0; call < 6; call++) expect((await echo(mcp)).ok).toBe(false)
    expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000])
    expect(status(mcp)).toMatchObject({ phase: 'given up', restarts: 5, tools: [] })
    expect(codes(mcp)).toContain('mcp_given_up')
  })

  test('dies on every connect is not restarted in a loop, only when it is needed', async () => {
    await using mcp = faulty('dies-after-list')
    await expect
      .poll(async () => {
        await mcp.ready()
        return status(mcp)
      })
      .toMatchObject({ phase: 'given up', restarts: 5, tools: [] })
    await mcp.ready()
    expect(status(mcp)).toMatchObject({ phase: 'given up', restarts: 5 })
  })

  test('also writes other output to stdout is used, and that output is logged', async () => {
    await using mcp = faulty('garbage')
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: true, output: 'hello' })
    expect(codes(mcp)).toContain('mcp_garbage')
  })

  test.each(['garbage-flood', 'endless-line'])('writes only other output is killed: %s', async (fault) => {
    await using mcp = faulty(fault, { limits: { maxReplyBytes: 1_000_000 } })
    await mcp.ready()
    await expect.poll(() => status(mcp)?.phase).toBe('down')
    expect(status(mcp)?.problem).toMatch(/not messages|more than 1 MB/)
  })

  test('floods its stderr does not fill the log', async () => {
    await using mcp = faulty('stderr-flood')
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: true, output: 'hello' })
    expect(mcp.logged.reduce((sum, { message }) => sum + message.length, 0)).toBeLessThan(70_000)
  })

  test('sends a huge reply is cut off', async () => {
    await using mcp = faulty('huge-reply', { limits: { maxReplyBytes: 1_000_000 } })
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: false, output: expect.stringContaining('a message of more than 1 MB') })
  })

  test.each([
    ['no-result', 'sent an invalid result'],
    ['refuses', 'not today'],
    ['answers-another', 'did not answer within'],
  ])('answers incorrectly fails the call and keeps serving: %s', async (fault, said) => {
    await using mcp = faulty(fault, fault === 'answers-another' ? { limits: { callMs: 300 } } : {})
    await mcp.ready()
    expect(await echo(mcp)).toEqual({ ok: false, output: expect.stringContaining(said) })
    expect(status(mcp)?.phase).toBe('up')
  })

  test('starts a process outside its process group does not leave it behind', async () => {
    await using mcp = faulty('daemon')
    await mcp.ready()
    await expect.poll(() => processesOf(mcp.folder.path).length).toBeGreaterThanOrEqual(2)
  })
})

describe('a caller that gives up', () => {
  test('closes a server that hangs on connect, without waiting for it', async () => {
    await using mcp = faulty('hangs-at-connect')
    const ready = mcp.ready()
    await expect.poll(() => processesOf(mcp.folder.path).length).toBeGreaterThan(0)
    await mcp.close()
    await ready
    expect(mcp.status()[0]?.phase).toBe('closed')
  })

  test('cancels a call that waits for a restart', async () => {
    await using mcp = faulty('dies-at-call', { limits: { firstWaitMs: 600_000, longestWaitMs: 600_000 } })
    await mcp.ready()
    await echo(mcp)
    const abort = new AbortController()
    const waiting = mcp.call('mcp_faulty_echo', { text: 'x' }, abort.signal)
    abort.abort()
    expect(await waiting).toEqual({ ok: false, output: 'The call was cancelled.' })
  })
})

test('when our process is killed, its servers and their children end too', async () => {
  using folder = temporaryFolder()
  const program = spawn(process.execPath, [resolve('tests/mcp/fixtures/owner.ts'), folder.path], { stdio: 'pipe' })
  await once(program.stdout, 'data')
  expect(processesOf(folder.path).length).toBeGreaterThanOrEqual(3)
  program.kill('SIGKILL')
  await expect.poll(() => processesOf(folder.path)).toEqual([])
})

/** A clock that fires at once and records how long it was asked to wait. */
function impatient(waits: number[]): McpToolsOptions['clock'] {
  const after = (ms: number, ring: () => void) => {
    waits.push(ms)
    queueMicrotask(ring)
    return () => {}
  }
  return { now: () => 0, ticks: () => 0, alarm: after, after }
}
