import { Agent } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { diagnoseAgents } from './diagnose-agents.ts'

test('a model that is not connected and an argument that the tool lacks are doubts', async () => {
  const { program, close } = openProgram({ home: folderOf(), workspace: folderOf(), environment: {}, version: 'test' })
  onTestFinished(close)
  const tools = { except: [], overrides: { bash: { arguments: { comand: 'ls' } }, read: { arguments: { path: 'a' } } } }
  const agent = Agent.parse({ name: 'Ada', slug: 'ada', prompt: 'x', model: 'opnai/gpt-5', tools })
  const messages = (await diagnoseAgents(program, [agent])).map(({ message }) => message)
  expect(messages).toEqual([
    expect.stringContaining('tools.overrides: bash has no argument "comand". It has '),
    expect.stringContaining('model: Unknown provider "opnai". Did you mean "openai"?'),
  ])
})
