import type { ToolEffect } from '@convene/domain'
import { fakeClock } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import type { ToolHost, ToolRequest } from '../ports/tools.ts'
import { inspectTool, runTool } from './run-tool.ts'

const request = { tool: 'write' } as ToolRequest
const effect = { timeoutMs: 20_000 } as ToolEffect
const forEver = new Promise<never>(() => {})

function running(tools: Partial<ToolHost>) {
  const clock = fakeClock()
  const abort = new AbortController()
  const host: ToolHost = { inspect: async () => [], run: async () => ({ ok: true, output: 'done' }), ...tools }
  const call = { tools: host, clock, request, abort }
  return { clock, abort, run: () => runTool({ ...call, effect }), inspect: () => inspectTool(call) }
}

const untilAborted: ToolHost['run'] = (_request, signal) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, output: 'half' }), { once: true })
  })

describe('a tool', () => {
  test('gives its output, and leaves no timer behind', async () => {
    const { run, clock } = running({})
    expect(await run()).toMatchObject({ kind: 'output', ok: true, output: 'done' })
    expect(clock.pending()).toBe(0)
  })

  test('that takes too long is stopped, and its output so far is kept', async () => {
    const { run, clock } = running({ run: untilAborted })
    const ended = run()
    clock.advance(20_000)
    expect(await ended).toMatchObject({ kind: 'output', ok: false, output: 'Stopped after 20 s.\nhalf' })
  })

  test('reports that it was aborted', async () => {
    const { run, abort } = running({ run: untilAborted })
    const ended = run()
    abort.abort()
    expect(await ended).toMatchObject({ kind: 'aborted' })
  })

  test('that ignores its abort cannot block its session', async () => {
    const { run, abort, clock } = running({ run: () => forEver })
    const ended = run()
    abort.abort()
    clock.advance(5_000)
    expect(await ended).toMatchObject({ kind: 'aborted' })
    expect(clock.pending()).toBe(0)
  })

  test('that throws gives an output that is not ok', async () => {
    const { run } = running({ run: async () => Promise.reject(new Error('boom')) })
    expect(await run()).toMatchObject({ kind: 'output', ok: false, output: 'The tool broke: boom' })
  })
})

describe('an inspection', () => {
  test('reports what the call would touch', async () => {
    const { inspect } = running({ inspect: async () => [{ permission: 'write', target: 'a' }] })
    expect(await inspect()).toEqual({ kind: 'inspected', resources: [{ permission: 'write', target: 'a' }] })
  })

  test('that fails ends the call, because a deny rule could be missed', async () => {
    const { inspect } = running({ inspect: async () => Promise.reject(new Error('no such folder')) })
    expect(await inspect()).toMatchObject({
      kind: 'output',
      ok: false,
      output: expect.stringContaining('no such folder'),
    })
  })

  test('that never answers ends the call after its time limit', async () => {
    const { inspect, clock } = running({ inspect: () => forEver })
    const ended = inspect()
    clock.advance(30_000)
    expect(await ended).toMatchObject({ kind: 'output', ok: false })
  })

  test('is aborted if no longer wanted', async () => {
    const { inspect, abort } = running({ inspect: () => forEver })
    const ended = inspect()
    abort.abort()
    expect(await ended).toMatchObject({ kind: 'aborted' })
  })
})
