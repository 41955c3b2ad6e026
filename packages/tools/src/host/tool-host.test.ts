import { readFileSync, rmSync, statSync } from 'node:fs'
import type { CallId, Json, SessionId, TaskId } from '@convene/domain'
import type { ToolOutput, ToolRequest } from '@convene/engine'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { workspaceWith } from '../file-tools.fixture.ts'
import type { Tool } from '../tool.ts'
import { toolHost } from './tool-host.ts'

const Input = z.strictObject({
  path: z.string(),
  limit: z.int().min(1).default(3),
  sort: z.enum(['up', 'down']).optional(),
})

const toolThat = (run: () => Promise<ToolOutput>, more: Partial<Tool> = {}): Tool => ({
  name: 'probe',
  description: 'Probes.',
  input: Input,
  permission: 'read',
  readOnly: true,
  reaches: ['files'],
  inspect: async () => [{ permission: 'read', target: 'x' }],
  run,
  ...more,
})

const request = (input: Json, more: Partial<ToolRequest> = {}): ToolRequest => ({
  session: 'S1' as SessionId,
  task: '1/coder' as TaskId,
  call: 'c1-1' as CallId,
  tool: 'probe',
  agent: 'coder',
  workspace: folderOf(),
  input,
  ...more,
})

const signal = new AbortController().signal
const says = (output: string) => toolThat(async () => ({ ok: true, output }))

describe('a tool host', () => {
  test('describes a tool’s input as JSON Schema, with defaults not required', () => {
    const host = toolHost({ tools: [says('')], home: folderOf() })
    expect(host.specs().probe).toMatchObject({
      name: 'probe',
      permission: 'read',
      readOnly: true,
      timeoutMs: 180_000,
      input: { type: 'object', required: ['path'], properties: { limit: { type: 'integer', default: 3 } } },
    })
  })

  test.each([
    [{}, '"path" is missing.'],
    [{ path: 1 }, '"path" is 1: Invalid input: expected string, received number.'],
    [{ path: 'a', limit: 0 }, '"limit" is 0: Too small'],
    [{ path: 'a', file: 'b' }, 'The input has no field "file".'],
    [{ path: 'a', sort: 'x' }, '"sort" is "x": Invalid option: expected one of "up"|"down".'],
    ['text', 'The input is "text": Invalid input: expected object'],
    [null, 'The input is null'],
  ])('explains what is wrong with the input %j', async (input, words) => {
    const host = toolHost({ tools: [says('')], home: folderOf() })
    const result = await host.run(request(input), signal)
    expect(result).toMatchObject({ ok: false, output: expect.stringContaining(words) })
    const [resource] = await host.inspect(request(input))
    expect(resource).toMatchObject({ verdict: 'deny', note: result.output })
  })

  test('lists the tools if the requested one does not exist', async () => {
    const host = toolHost({ tools: [says('')], home: folderOf() })
    expect(await host.run(request({}, { tool: 'teleport' }), signal)).toEqual({
      ok: false,
      output: 'Unknown tool "teleport". Tools: probe.',
    })
  })

  test('turns any thrown error into an output', async () => {
    const broken = toolThat(() => Promise.reject(new Error('out of tune')), {
      inspect: () => {
        throw new TypeError('no ear')
      },
    })
    const host = toolHost({ tools: [broken], home: folderOf() })
    expect(await host.run(request({ path: 'a' }), signal)).toEqual({
      ok: false,
      output: 'The tool "probe" failed: out of tune',
    })
    expect(await host.inspect(request({ path: 'a' }))).toMatchObject([{ verdict: 'deny', note: 'no ear' }])
  })

  test('reports that the workspace is gone', async () => {
    const workspace = folderOf()
    rmSync(workspace, { recursive: true })
    const host = toolHost({ tools: [says('')], home: folderOf() })
    expect((await host.run(request({ path: 'a' }, { workspace }), signal)).output).toMatch('no longer exists')
    expect(await host.inspect(request({ path: 'a' }, { workspace }))).toMatchObject([{ verdict: 'deny' }])
  })
})

describe('an agent with a separate folder', () => {
  const own = (directory: string) => request({ path: 'a' }, { directory, workspace: folderOf() })
  const where = toolThat(async () => ({ ok: true, output: '' }), {
    run: async (_, { workspace }) => ({ ok: true, output: workspace }),
  })

  test('runs its tools there, and the folder is prepared first', async () => {
    const folder = folderOf()
    const enter = async () => ({ ok: true, value: folder }) as const
    const host = toolHost({ tools: [where], home: folderOf(), enter })
    expect(await host.run(own('/not/yet/there'), signal)).toEqual({ ok: true, output: folder })
    const { directory: _, ...without } = own('')
    expect((await host.run(without, signal)).output).toBe(without.workspace)
  })

  test('does not fall back to the workspace if its folder cannot be created', async () => {
    const enter = async () => ({ ok: false, refusal: { code: 'x', message: 'No room.' } }) as const
    const host = toolHost({ tools: [where], home: folderOf(), enter })
    expect(await host.run(own('/gone'), signal)).toEqual({ ok: false, output: 'No room.' })
    expect(await host.inspect(own('/gone'))).toMatchObject([{ verdict: 'deny', note: 'No room.' }])
  })
})

describe('an output', () => {
  const run = async (output: string, more: Partial<Tool> = {}) => {
    const home = folderOf()
    const host = toolHost({ tools: [toolThat(async () => ({ ok: true, output }), more)], home })
    return host.run(request({ path: 'a' }), signal)
  }
  const fileNamedIn = ({ output }: ToolOutput) => /is in (\S+),/.exec(output)?.[1] ?? ''

  test('of 2,000 lines stays whole, and one line more goes to a file that only its user can read', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `row ${index + 1}`).join('\n')
    expect(await run(lines(2_000))).toEqual({ ok: true, output: lines(2_000) })
    const cut = await run(lines(2_001))
    expect(cut.truncated).toBe(true)
    expect(cut.output).toContain('row 2000\n')
    expect(cut.output).not.toContain('row 2001')
    expect(cut.output).toMatch('2001 lines')
    expect(cut.output).toMatch('from line 2001')
    expect(readFileSync(fileNamedIn(cut), 'utf8')).toBe(lines(2_001))
    expect(statSync(fileNamedIn(cut)).mode & 0o777).toBe(0o600)
  })

  test('of one endless line is cut at 50 KB, but not inside a character', async () => {
    const cut = await run('ä'.repeat(100_000))
    expect(Buffer.byteLength(cut.output)).toBeLessThan(50_500)
    expect(cut.output).not.toContain('\ufffd')
    expect(readFileSync(fileNamedIn(cut), 'utf8')).toHaveLength(100_000)
  })

  test('can be limited by the tool', async () => {
    const cut = await run('a\nb\nc\n', { maxOutput: { lines: 2 } })
    expect(cut.output).toMatch(/^a\nb\n\n\[cut: 3 lines, 6 bytes in all;/)
  })

  test('is as short as the agent file says, and never longer than the tool allows', async () => {
    const shown = async (maxOutput: number, more: Partial<Tool> = {}) => {
      const tools = [toolThat(async () => ({ ok: true, output: 'x'.repeat(5_000) }), more)]
      const host = toolHost({ tools, home: folderOf() })
      const { output, truncated } = await host.run(request({ path: 'a' }, { maxOutput }), signal)
      return { length: output.indexOf('\n'), truncated }
    }
    expect(await shown(100)).toEqual({ length: 100, truncated: true })
    expect(await shown(4_000, { maxOutput: { bytes: 300 } })).toEqual({ length: 300, truncated: true })
  })

  test('contains no NUL', async () => {
    expect(await run('a\0b')).toEqual({ ok: true, output: 'a\ufffdb' })
  })

  test('that cannot be stored is still cut, and says so', async () => {
    const home = `${folderOf({ file: '' })}/file`
    const host = toolHost({ tools: [says('x\n'.repeat(3_000))], home })
    const cut = await host.run(request({ path: 'a' }), signal)
    expect(cut).toMatchObject({ ok: true, truncated: true, output: expect.stringContaining('could not be saved') })
  })

  test('stored in a file can be read without asking by its own session, and by no other', async () => {
    const bench = workspaceWith()
    const long = toolHost({ tools: [says('x\n'.repeat(3_000))], home: bench.home })
    const path = fileNamedIn(await long.run(request({ path: 'a' }), signal))
    expect(await bench.inspect('read', { path })).toHaveLength(1)
    expect(await bench.call('read', { path, offset: 2_999 })).toEqual({ ok: true, output: ' 2999\tx\n 3000\tx' })
    expect(await bench.inspect('grep', { path, pattern: 'x' })).toHaveLength(1)
    const other = await bench.host.inspect(bench.request('read', { path }, { session: 'S2' as SessionId }))
    expect(other.map(({ permission }) => permission)).toEqual(['read', 'external_directory'])
  })
})
