import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CallId, SessionId, TaskId } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fileTools } from '../file-tools.ts'
import type { Tool } from '../tool.ts'
import type { SharedOutputs } from './shared-outputs.ts'
import { toolHost } from './tool-host.ts'

const session = 'S1' as SessionId
const signal = new AbortController().signal

/** A tool that outputs thousands of lines. */
const talks: Tool = {
  name: 'talks',
  description: 'Talks.',
  input: z.strictObject({}),
  permission: 'talks',
  readOnly: true,
  reaches: [],
  inspect: async () => [],
  run: async () => ({ ok: true, output: Array.from({ length: 3_000 }, (_, line) => `line ${line + 1}`).join('\n') }),
}

/** Two workers with separate folders, and what they share. */
function workers() {
  const stored = new Map<string, Uint8Array>()
  const outputs: SharedOutputs = {
    put: async (of, name, bytes) => void stored.set(`${of} ${name}`, bytes),
    get: async (of, name) => stored.get(`${of} ${name}`),
  }
  const worker = () => {
    const [home, workspace] = [folderOf(), folderOf()]
    const host = toolHost({ home, outputs, tools: [talks, ...fileTools({ home })] })
    const call = async (tool: string, input: Record<string, string | number>, of = session) => {
      const request = { session: of, task: '1/a' as TaskId, call: 'c1' as CallId, agent: 'a', workspace, tool, input }
      const resources = await host.inspect(request)
      const { output } = await host.run({ ...request, resources }, signal)
      return { output, isDenied: resources.some(({ verdict }) => verdict === 'deny') }
    }
    return { home, call }
  }
  return { one: worker(), two: worker(), stored, outputs }
}

const pathIn = (output: string): string => /in (\S+), which you may read/.exec(output)?.[1] ?? ''

test('a worker that takes over a session can read cut outputs by the path the agent was given', async () => {
  const { one, two } = workers()
  const path = pathIn((await one.call('talks', {})).output)
  expect(path).toContain(one.home)
  rmSync(one.home, { recursive: true })
  const read = await two.call('read', { path, offset: 2_500, limit: 1 })
  expect(read).toEqual({ output: expect.stringContaining('line 2500'), isDenied: false })
  expect((await two.call('grep', { pattern: 'line 2999', path })).output).toContain('line 2999')
})

test('another session, or a name that leads elsewhere, gets nothing', async () => {
  const { one, two, stored } = workers()
  const path = pathIn((await one.call('talks', {})).output)
  rmSync(one.home, { recursive: true })
  stored.set('S2 ../../token', Buffer.from('secret'))
  expect((await two.call('read', { path }, 'S2' as SessionId)).output).not.toContain('line 1')
  for (const name of ['../../token', '..', '.txt/../../token', 'a b.txt', 'x.txt\0'])
    expect((await two.call('read', { path: `/outputs/S2/${name}` }, 'S2' as SessionId)).output).not.toContain('secret')
})

test('a call succeeds if its output cannot be shared', async () => {
  const { one, outputs } = workers()
  outputs.put = () => Promise.reject(new Error('the database is gone'))
  const { output } = await one.call('talks', {})
  expect(readFileSync(pathIn(output), 'utf8')).toContain('line 3000')
  expect(join(pathIn(output), '..')).toContain(one.home)
})
