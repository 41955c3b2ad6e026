import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mcpToolNames, serverKeys } from './tool-names.ts'

const allNames = (servers: { readonly [server: string]: readonly string[] }): readonly string[] => {
  const keys = serverKeys(Object.keys(servers))
  return Object.entries(servers).flatMap(([server, tools]) => [...mcpToolNames(keys.get(server) ?? '', tools).values()])
}

describe('MCP tool names', () => {
  test.each([
    ['are plain if possible', { files: ['read_file', 'get-sum'] }, ['mcp_files_read_file', 'mcp_files_get-sum']],
    ['distinguish names that look the same once cleaned', { a: ['x.y', 'x_y'] }, ['mcp_a_x_y_f3c0b2', 'mcp_a_x_y']],
    ['never let one server impersonate another', { a: ['b_c'], a_b: ['c'] }, ['mcp_a_b_c', 'mcp_a-b_c']],
  ])('%s', (_title, servers, expected) => {
    const names = allNames(servers)
    expect(names.map((name) => name.replace(/_[0-9a-f]{6}$/, ''))).toEqual(
      expected.map((name) => name.replace(/_[0-9a-f]{6}$/, '')),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test('are unique, safe, start with mcp_ and have at most 64 characters, no matter what a server says', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 100 }),
      fc.constantFrom('a', 'a_b', 'a-b', 'a.b', 'a_b_c', ''),
    )
    const servers = fc.dictionary(name, fc.uniqueArray(name, { maxLength: 6 }), { maxKeys: 6, noNullPrototype: true })
    fc.assert(
      fc.property(servers, (given) => {
        const names = allNames(given)
        expect(new Set(names).size).toBe(names.length)
        for (const one of names) expect(one).toMatch(/^mcp_[A-Za-z0-9_-]{1,60}$/)
      }),
      { numRuns: 300 },
    )
  })

  test('do not depend on which servers could be reached', () => {
    expect(serverKeys(['b', 'a_b', 'a']).get('a_b')).toBe(serverKeys(['a', 'a_b', 'b']).get('a_b'))
  })
})
