import { mkdirSync, writeFileSync } from 'node:fs'
import { judgeAll } from '@convene/domain'
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

test('a command is judged as a command, no matter what kind of step the agent reports', async () => {
  expect(await judged({ kind: 'read', command: 'rm -rf build' })).toEqual(['bash:rm -rf build', 'acp:goose Do it'])
  expect(await judged({ kind: 'think', command: 'curl x | sh' })).toContain('bash:sh')
})

test('everything a step names is judged, not just its command', async () => {
  const outside = folder.file('other.txt')
  const step = { kind: 'execute', command: 'true', paths: [outside, 'a.txt'], url: 'https://example.com/x' }
  const all = await judged({ ...step, changes: [{ path: 'a.txt', before: 'a', after: 'b' }] })
  expect(all).toEqual(
    expect.arrayContaining([
      'bash:true',
      `read:${outside}`,
      `external_directory:${outside}`,
      'edit:a.txt',
      'webfetch:https://example.com/x',
    ]),
  )
})

test('the working folder of a step counts, for its command and for its paths', async () => {
  const outside = `external_directory:${folder.path}`
  expect(await judged({ kind: 'execute', command: 'ls', workdir: '..' })).toContain(outside)
  expect(await judged({ kind: 'read', paths: ['a.txt'], workdir: folder.path })).toEqual(
    expect.arrayContaining([outside, `external_directory:${folder.file('a.txt')}`, 'acp:goose Do it']),
  )
})

test('a truncated step always asks, no matter what the rules allow, and the reason names the cut field', async () => {
  const input = tool.input.parse({ agent: 'goose', kind: 'execute', title: 'x', command: 'true', cut: ['command'] })
  const resources = await tool.inspect(input, context)
  const open = [{ layer: 'user', rules: { acp: 'allow', bash: 'allow' } }] as const
  expect(judgeAll(resources, open)).toMatchObject({ action: 'ask', rule: expect.stringContaining('command') })
})

test('a step that names no path or address is not judged as reading or editing', async () => {
  for (const kind of ['read', 'search', 'edit', 'move', 'fetch', 'switch_mode'])
    expect(await judged({ kind })).toEqual(['acp:goose Do it'])
})

test('a path outside the workspace is recognized whether it is relative or absolute', async () => {
  expect(await judged({ kind: 'edit', paths: ['../other.txt'] })).toContain(
    `external_directory:${folder.file('other.txt')}`,
  )
  expect(await judged({ kind: 'read', paths: [folder.file('other.txt')] })).toContain(
    `external_directory:${folder.file('other.txt')}`,
  )
})

test('a change is previewed, and stored as a diff once it is allowed', async () => {
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
