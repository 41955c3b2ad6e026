import type { CallId, SessionId, TaskId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { lazyTool } from './lazy-tool.ts'

const said = {
  name: 'echo',
  description: 'Says it.',
  input: z.string(),
  permission: 'echo',
  readOnly: true,
  reaches: [],
}
const context = {
  session: 'session' as SessionId,
  task: 'task' as TaskId,
  call: 'call' as CallId,
  agent: 'ada',
  workspace: '/',
}

function echo() {
  let loads = 0
  const tool = lazyTool<string>(said, async () => {
    loads += 1
    return {
      inspect: async (target) => [{ permission: 'echo', target }],
      run: async (output) => ({ ok: true, output }),
    }
  })
  return { tool, loads: () => loads }
}

describe('a lazy tool', () => {
  test('is offered without its work being loaded', () => {
    const { tool, loads } = echo()
    expect(tool).toMatchObject(said)
    expect(loads()).toBe(0)
  })

  test('loads its work with the first call, and once for calls that come together', async () => {
    const { tool, loads } = echo()
    const [resources, result] = await Promise.all([
      tool.inspect('a', context),
      tool.run('b', context, new AbortController().signal),
    ])
    expect(resources).toEqual([{ permission: 'echo', target: 'a' }])
    expect(result).toEqual({ ok: true, output: 'b' })
    expect(loads()).toBe(1)
  })
})
