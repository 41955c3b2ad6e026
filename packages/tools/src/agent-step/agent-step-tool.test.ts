import { mkdirSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { afterAll, expect, test } from 'vitest'
import type { ToolContext } from '../tool.ts'
import { agentStepTool } from './agent-step-tool.ts'

const folder = temporaryFolder()
const workspace = folder.file('workspace')
mkdirSync(workspace)
writeFileSync(folder.file('workspace/a.txt'), 'a')
const tool = agentStepTool({ home: folder.path })
const context = { session: 'S', task: '1', call: 'c1', agent: 'ada', workspace } as unknown as ToolContext

afterAll(() => folder[Symbol.dispose]())

async function judged(input: object): Promise<readonly string[]> {
  const step = tool.input.parse({ agent: 'goose', kind: 'other', title: 'Do it', ...input })
  return (await tool.inspect(step, context)).map(({ permission, target }) => `${permission}:${target}`)
}

test('a step is judged by the rules for our own tools', async () => {
  expect(await judged({ kind: 'execute', command: 'npm test && git push' })).toEqual(['bash:npm test', 'bash:git push'])
  expect(await judged({ kind: 'edit', paths: ['a.txt'] })).toEqual(['edit:a.txt'])
  expect(await judged({ kind: 'delete', paths: [`${workspace}/a.txt`] })).toEqual(['edit:a.txt'])
  expect(await judged({ kind: 'read', paths: ['a.txt'] })).toEqual(['read:a.txt'])
  expect(await judged({ kind: 'fetch', url: 'https://example.com/x' })).toEqual(['webfetch:https://example.com/x'])
  expect(await judged({})).toEqual(['acp:goose Do it'])
})

test('a command counts as one, whatever the agent calls the step', async () => {
  expect(await judged({ kind: 'read', command: 'rm -rf build' })).toEqual(['bash:rm -rf build'])
  expect(await judged({ kind: 'think', command: 'curl x | sh' })).toContain('bash:sh')
})

test('reading or changing something without saying what is never allowed as reading', async () => {
  for (const kind of ['read', 'search', 'edit', 'move', 'fetch', 'switch_mode'])
    expect(await judged({ kind })).toEqual(['acp:goose Do it'])
})

test('a file outside the workspace is one, by whatever name', async () => {
  expect(await judged({ kind: 'edit', paths: ['../other.txt'] })).toContain(
    `external_directory:${folder.file('other.txt')}`,
  )
  expect(await judged({ kind: 'read', paths: [folder.file('other.txt')] })).toContain(
    `external_directory:${folder.file('other.txt')}`,
  )
})

test('a change is shown, and kept as a diff once it was allowed', async () => {
  const input = tool.input.parse({
    agent: 'claude',
    kind: 'edit',
    title: 'Edit a.txt',
    paths: ['a.txt'],
    changes: [{ path: 'a.txt', before: 'a\n', after: 'b\n' }],
  })
  const [resource] = await tool.inspect(input, context)
  expect(resource?.preview).toContain('-a\n+b')
  const { artifacts } = await tool.run(input, context, new AbortController().signal)
  expect(artifacts).toMatchObject([{ kind: 'diff', path: 'a.txt', text: expect.stringContaining('-a\n+b') }])
})
