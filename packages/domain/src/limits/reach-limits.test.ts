import { describe, expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { begun, domain, ends, reply, settled, underWay, wanted } from '../session/session.fixture.ts'
import type { Resource, ToolReach, ToolSpec } from '../tool/tool.ts'
import { noLimits } from './limits.ts'
import { beyondLimits } from './reach-limits.ts'

const anything: { readonly [name: string]: readonly ToolReach[] | undefined } = {
  read: ['files'],
  webfetch: ['network'],
  bash: ['commands'],
  todo: [],
  mcp_notes_search: undefined,
}
const problem = (limits: object, tool: string, ...touched: readonly (string | Partial<Resource>)[]) =>
  beyondLimits(
    { ...noLimits, ...limits },
    { name: tool, ...(anything[tool] && { reaches: [...anything[tool]] }) },
    touched.map((one) => ({ target: '', ...(typeof one === 'string' ? { target: one } : one) })),
  )

describe('limits on what tools reach', () => {
  test.each(Object.keys(anything))('do not restrict %s if none are set', (tool) =>
    expect(problem({}, tool, 'anything')).toBeUndefined(),
  )

  test.each([
    [{ allowFileSystem: false }, 'read', 'a.md'],
    [{ allowFileSystem: false }, 'bash', 'ls'],
    [{ allowFileSystem: false }, 'mcp_notes_search', 'mcp_notes_search'],
    [{ allowedPaths: ['docs'] }, 'read', 'documents/a.md'],
    [{ allowedPaths: ['docs'] }, 'read', '.'],
    [{ allowedPaths: ['docs'] }, 'read', '/etc/docs/a'],
    [{ allowedPaths: ['.'] }, 'read', '/etc/passwd'],
    [{ allowedPaths: ['docs'] }, 'bash', 'docs/run.sh'],
    [{ allowedPaths: ['docs'] }, 'mcp_notes_search', 'docs'],
    [{ allowedDomains: ['example.com'] }, 'webfetch', 'https://example.com.evil.org/'],
    [{ allowedDomains: ['example.com'] }, 'webfetch', 'https://example.com@evil.org/'],
    [{ allowedDomains: ['example.com'] }, 'webfetch', 'https://evil.org\\@example.com/'],
    [{ allowedDomains: ['*.example.com'] }, 'webfetch', 'https://evil.org/?x=.example.com/'],
    [{ allowedDomains: ['example.com'] }, 'webfetch', 'how do clocks work'],
    [{ allowedDomains: ['example.com'] }, 'bash', 'curl https://example.com'],
    [{ allowedDomains: ['example.com'] }, 'mcp_notes_search', 'mcp_notes_search'],
  ])('with %j, %s %s is refused', (limits, tool, target) => expect(problem(limits, tool, target)).toBeDefined())

  test.each([
    [{ allowFileSystem: false }, 'webfetch', 'https://example.com/a'],
    [{ allowFileSystem: false }, 'todo', 'todo'],
    [{ allowedPaths: ['docs/'] }, 'read', 'docs/a/b.md'],
    [{ allowedPaths: ['docs/**'] }, 'read', 'docs/a.md'],
    [{ allowedPaths: ['./docs'] }, 'read', 'docs'],
    [{ allowedPaths: ['.'] }, 'read', 'src/a.ts'],
    [{ allowedPaths: ['/srv/data'] }, 'read', '/srv/data/a.csv'],
    [{ allowedPaths: ['docs'] }, 'webfetch', 'https://example.com/'],
    [{ allowedDomains: ['Example.com'] }, 'webfetch', 'https://EXAMPLE.com:8443/a'],
    [{ allowedDomains: ['*.example.com'] }, 'webfetch', 'http://docs.example.com'],
    [{ allowedDomains: ['example.com'] }, 'read', 'a.md'],
  ])('with %j, %s %s is allowed', (limits, tool, target) => expect(problem(limits, tool, target)).toBeUndefined())

  test('cover what a call reaches beyond its target', () => {
    const hosts = { allowedDomains: ['example.com'] }
    expect(problem(hosts, 'webfetch', { target: 'https://example.com/', beyond: ['network'] })).toContain('other hosts')
    expect(problem(hosts, 'bash', { target: 'make', beyond: ['files'] })).toBeUndefined()
    expect(problem(hosts, 'bash', { target: 'make', beyond: ['files', 'network'] })).toContain('other hosts')
    expect(problem({ allowedPaths: ['docs'] }, 'read', { target: 'docs', beyond: ['files'] })).toContain('other files')
  })

  test('check the address if the target is something else', () => {
    const search = (address: string) =>
      problem({ allowedDomains: ['search.example'] }, 'webfetch', { target: 'clocks', address })
    expect(search('https://search.example/api')).toBeUndefined()
    expect(search('https://other.example/api')).toContain('"other.example" is not among them')
  })

  test('refuse a call for one bad target among many', () => {
    expect(problem({ allowedPaths: ['docs'] }, 'read', 'docs/a', '.env')).toContain('".env"')
  })
})

describe('a run with such limits', () => {
  const tool = (name: string): ToolSpec => ({
    name,
    description: '',
    input: {},
    permission: name,
    readOnly: true,
    timeoutMs: 1,
    ...(anything[name] && { reaches: [...anything[name]] }),
  })
  const tools = Object.fromEntries(Object.keys(anything).map((name) => [name, tool(name)]))
  const settings = { tools, permissions: [{ layer: 'user', rules: { '*': 'allow' } }] }
  const results = (session: ReturnType<typeof begun>) =>
    toArray(session.tasks['1/ada' as never]?.lines ?? { size: 0, full: [], tail: [] }).flatMap((line) =>
      line.role === 'tool' ? [line.output] : [],
    )

  test('does not offer tools that can never comply, and refuses their calls with the reason', () => {
    const session = underWay(begun({ settings, limits: { allowFileSystem: false } }))
    const [effect] = Object.values(session.started)
    expect(domain.prompt(session, effect as never).tools.map(({ name }) => name)).toEqual(
      expect.not.arrayContaining(['read', 'bash', 'mcp_notes_search']),
    )
    const calls = [{ tool: 'mcp_notes_search', input: {} }]
    const refused = ends(session, 'ada', reply('', { calls, finish: 'tools' }))
    expect(results(refused)[0]).toContain('allowFileSystem')
  })

  test('refuses a call that exceeds them, whatever the rules allow', () => {
    const session = underWay(begun({ settings, limits: { allowedPaths: ['docs'] } }))
    const calling = ends(session, 'ada', reply('', { calls: [{ tool: 'read', input: {} }], finish: 'tools' }))
    const [effect] = wanted(calling)
    const resources = [{ permission: 'read', target: 'src/a.ts' }]
    const judged = settled(calling, domain.absorb(calling, effect as never, { kind: 'inspected', resources }))
    expect(results(judged)[0]).toContain('"src/a.ts" is not among them')
  })
})
