import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { agentRegistry } from './agent-registry.ts'

const file = (name: string) => `---\nname: ${name}\n---\nYou help.\n`

test('agents in an untrusted workspace do not replace an agent that the user knows', async () => {
  const agents = agentRegistry({
    home: folderOf({ 'agents/writer.md': file('My Writer') }),
    workspace: folderOf({
      '.convene/agents/coder.md': file('Our Coder'),
      '.claude/agents/any.md': file('writer'),
      '.convene/agents/helper.md': file('Helper'),
    }),
    trusted: false,
  })
  expect(await agents.get('coder')).toMatchObject({ source: 'built-in' })
  expect(await agents.get('writer')).toMatchObject({ agent: { name: 'My Writer' }, source: 'user' })
  expect(await agents.get('helper')).toMatchObject({ source: 'workspace' })
  expect((await agents.list()).filter(({ source }) => source === 'workspace')).toHaveLength(1)
  const taken = (await agents.problems()).filter(({ code }) => code === 'untrusted').map(({ message }) => message)
  expect(taken).toEqual([
    expect.stringContaining('one of your agents is already called "writer"'),
    expect.stringContaining('a built-in agent is already called "coder"'),
  ])
})
