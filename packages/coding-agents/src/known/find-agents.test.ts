import { AcpAgent } from '@convene/models'
import { expect, test } from 'vitest'
import { findAgents } from './find-agents.ts'

test('an unknown agent gets nothing from the home folder unless its settings name it', () => {
  const state = (agent: object) =>
    findAgents({ mine: { command: 'my-agent', ...agent } }).find(({ name }) => name === 'mine')?.state
  expect(state({})).toEqual([])
  expect(state({ state: ['.config/mine'] })).toEqual(['.config/mine'])
})

test.each(['.', '..', '', '/', '/root', './', '../other', 'a/..', 'a/../..', 'a//b', './.ssh'])(
  'the state "%s" is not a path below the home folder',
  (path) => expect(AcpAgent.safeParse({ state: [path] }).success).toBe(false),
)
