import { expect, test } from 'vitest'
import { AcpAgent } from './acp-agent.ts'
import { findAgents } from './find-agents.ts'

test('an agent that we do not know gets nothing of the home folder unless its settings name it', () => {
  const state = (agent: object) =>
    findAgents({ mine: { command: 'my-agent', ...agent } }).find(({ name }) => name === 'mine')?.state
  expect(state({})).toEqual([])
  expect(state({ state: ['.config/mine'] })).toEqual(['.config/mine'])
})

test.each(['.', '..', '', '/', '/root', './', '../other', 'a/..', 'a/../..', 'a//b', './.ssh'])(
  'the state "%s" is no path below the home folder',
  (path) => expect(AcpAgent.safeParse({ state: [path] }).success).toBe(false),
)
