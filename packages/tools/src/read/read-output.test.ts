import type { RunStart, SessionId, TaskId } from '@convene/domain'
import { toArray } from '@convene/domain'
import type { ToolHost, ToolRequest } from '@convene/engine'
import { answerParts, runOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import type { Tool, ToolContext } from '../tool.ts'
import { readTool } from './read-tool.ts'

const lines = Array.from({ length: 400 }, (_, index) => `${index + 1}: ${'x'.repeat(90)}`)
const OUTPUT = lines.join('\n')
const signal = new AbortController().signal

/** Ada lists something too long for her model's window, and then asks for the middle of it. */
function listing({ output = OUTPUT, kill = false } = {}) {
  const stage: SimulatedSession = new SimulatedSession({
    tools: hostOf(() => stage, output),
    model: (request, call) => {
      if (call === 1) return callParts('list', { target: 'all' })
      const told = toArray(request.lines).findLast((line) => line.role === 'tool')?.output ?? ''
      const [, path] = /with the path "(output:\d+)"/.exec(told) ?? []
      if (kill && call === 2) return ['hangs']
      return path ? callParts('read', { path, offset: 200, limit: 2 }) : answerParts(told)
    },
  })
  return stage
}

const callParts = (tool: string, input: object) =>
  [
    { type: 'call', tool, input: input as never },
    { type: 'finish', finish: 'tools', usage: { input: 100, cached: 0, output: 10 } },
  ] as const

/** The real `read` over the log of the stage. Any other tool returns the output. */
function hostOf(stage: () => SimulatedSession, output: string): ToolHost {
  const read = reader(stage)
  const parsed = ({ input }: ToolRequest) => read.input.parse(input)
  return {
    inspect: async (call) =>
      call.tool === 'read' ? read.inspect(parsed(call), call) : [{ permission: call.tool, target: 'all' }],
    run: async (call) => (call.tool === 'read' ? read.run(parsed(call), call, signal) : { ok: true, output }),
  }
}

const reader = (stage: () => SimulatedSession): Tool =>
  readTool({
    home: '/nowhere',
    marks: {} as never,
    log: {
      read: async (session, after = 0, limit = 1) =>
        session === stage().session ? stage().events.slice(after, after + limit) : [],
    },
  }) as Tool

const run = (): RunStart =>
  runOf({
    seat: { maxTokens: 100, maxIterations: 20 },
    settings: { models: { 'alpha/one': { price: null, context: 4_000 } } },
  })

const finished = ({ events }: SimulatedSession) =>
  events.flatMap((event) => (event.type === 'tool.finished' ? [event] : []))
const answer = ({ events }: SimulatedSession) => events.findLast(({ type }) => type === 'message')?.data
const MIDDLE = `  200\t${lines[199]}\n  201\t${lines[200]}\n[More follows: continue with offset 202.]`

describe('a shortened output', () => {
  test('can be read in part by its reference, with a call like any other', async () => {
    const stage = listing()
    await stage.create(run())
    await stage.untilRest()
    expect(answer(stage)).toMatchObject({ text: MIDDLE })
    expect(stage.events.filter(({ type }) => type === 'tool.called').map(({ data }) => data)).toMatchObject([
      { tool: 'list' },
      { tool: 'read', resources: [{ permission: 'read', target: `output:${finished(stage)[0]?.seq}` }] },
    ])
  })

  test('can still be read after the program was killed', async () => {
    const stage = listing({ kill: true })
    await stage.create(run())
    await stage.play(1_000)
    await stage.restart()
    await stage.untilRest()
    expect(answer(stage)).toMatchObject({ text: MIDDLE })
  })

  test('is not read if the rules deny it', async () => {
    const stage = listing()
    const { settings, ...rest } = run()
    const permissions = [{ layer: 'user', rules: { list: 'allow', read: { '*': 'allow', 'output:*': 'deny' } } }]
    await stage.create({ ...rest, settings: { ...settings, permissions } as never })
    await stage.untilRest()
    expect(finished(stage)[1]?.data).toMatchObject({ ok: false })
    expect(JSON.stringify(finished(stage)[1])).not.toContain('xxx')
  })
})

describe('a reference', () => {
  const context = { session: '01KE0000000000000000000001' as SessionId, task: '1/ada' as TaskId, agent: 'ada' }
  const refusal = { ok: false, output: expect.stringContaining('no output with this number') }

  async function listed(output = OUTPUT) {
    const stage = listing({ output })
    await stage.create(run())
    await stage.untilRest()
    const tool = reader(() => stage)
    const [{ seq } = { seq: 0 }] = finished(stage)
    return async (more: Partial<ToolContext> = {}, input: object = {}, path = `output:${seq}`) =>
      tool.run(tool.input.parse({ path, limit: 1, ...input }), { ...context, ...more } as ToolContext, signal)
  }

  test('is refused in another session, or for another agent', async () => {
    const read = await listed()
    expect(await read()).toMatchObject({ ok: true })
    expect(await read({ session: '01KE0000000000000000000002' as SessionId })).toEqual(refusal)
    expect(await read({ agent: 'bert', task: '1/bert' as TaskId })).toEqual(refusal)
  })

  test('of a subagent is refused for the same subagent under another caller', async () => {
    const event = { type: 'tool.finished', seq: 7, agent: 'explore', parent: '1/ada', data: { output: 'Found.' } }
    const tool = readTool({ home: '/nowhere', marks: {} as never, log: { read: async () => [event as never] } }) as Tool
    const read = (task: string) =>
      tool.run(tool.input.parse({ path: 'output:7' }), { ...context, agent: 'explore', task } as never, signal)
    expect(await read('1/ada/c2-1')).toEqual({ ok: true, output: '    1\tFound.' })
    expect(await read('1/bert/c1-1')).toEqual(refusal)
  })

  test('to a removed output, or to any other event, is refused with what to do', async () => {
    const read = await listed()
    expect(await read({}, {}, 'output:999999')).toEqual(refusal)
    expect(await read({}, {}, 'output:1')).toMatchObject({ output: expect.stringContaining('call the tool again') })
  })

  test('reaches every part of an output that is a single long line', async () => {
    const read = await listed(`${'a'.repeat(30_000)}MIDDLE${'b'.repeat(30_000)}`)
    expect((await read({}, { offset: 31 })).output).toMatch(/^ {3}31\tMIDDLEb+\n\[More follows/)
    expect((await read({}, { offset: 62 })).output).toContain('The output has 61 lines')
  })
})
