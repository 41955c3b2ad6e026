import type { CallId, SessionId, TaskId } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { bashTool } from './bash/bash-tool.ts'
import { crawlTool } from './web/crawl-tool.ts'
import { websearchTool } from './web/websearch-tool.ts'

const context = (workspace = folderOf()) => ({
  session: 's' as SessionId,
  task: 't' as TaskId,
  call: 'c' as CallId,
  agent: 'coder',
  workspace,
})
const beyond = (touched: readonly { readonly beyond?: readonly string[] }[]) => touched.map((one) => one.beyond)

test.each([
  ['without a sandbox', { kind: 'none', why: 'there is none' }, false, ['files', 'network']],
  ['in a sandbox with network access', { kind: 'bubblewrap', program: 'bwrap' }, true, ['files', 'network']],
  ['in a sandbox', { kind: 'bubblewrap', program: 'bwrap' }, false, ['files']],
])('a command %s declares that it reaches beyond what it names', async (_where, sandbox, network, expected) => {
  const tool = bashTool({ home: folderOf(), environment: {}, sandbox: sandbox as never })
  const touched = await tool.inspect({ command: 'make > log.txt', network }, context())
  expect(touched.length).toBeGreaterThan(0)
  for (const one of beyond(touched)) expect(one).toEqual(expected)
})

test('a crawl that runs scripts, or may follow links to other domains, declares that it reaches other hosts', async () => {
  const inspect = (render: boolean, allowedDomains: readonly string[] = []) =>
    crawlTool({ guard: {}, allowedDomains, environment: {} }).inspect(
      { url: 'https://example.com/', depth: 1, maxPages: 1, render },
      context(),
    )
  expect(beyond(await inspect(true))[0]).toEqual(['network'])
  expect(beyond(await inspect(false, ['example.com', 'example.org']))[0]).toEqual(['network'])
  expect(beyond(await inspect(false))[0]).toBeUndefined()
})

test('a web search names the address that the query is sent to', async () => {
  const tool = websearchTool({ settings: { engine: 'brave' }, environment: {}, guard: {} })
  const [touched] = await tool.inspect({ query: 'clocks', count: 1 }, context())
  expect(touched?.address).toMatch(/^https:\/\/api\.search\.brave\.com\//)
})
