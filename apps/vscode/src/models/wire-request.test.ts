import { listOf, type ModelRequest } from '@convene/domain'
import { expect, test } from 'vitest'
import { toWireRequest } from './wire-request.ts'

const tool = (name: string) => ({ name, description: '', input: {}, permission: name, readOnly: true, timeoutMs: 0 })

test('a request has at most 128 tools, always including those to delegate and report', () => {
  const many = Array.from({ length: 200 }, (_, index) => tool(`tool_${index}`))
  const request = {
    model: 'vscode/m',
    system: '',
    lines: listOf(),
    tools: [...many, tool('delegateWork'), tool('reportOut')],
  }
  const { tools } = toWireRequest(request as unknown as ModelRequest)
  expect(tools).toHaveLength(128)
  expect(tools.slice(0, 3).map(({ name }) => name)).toEqual(['delegateWork', 'reportOut', 'tool_0'])
})
