import { expect, test } from 'vitest'
import { AcpAgent } from './acp-agent.ts'
import { findAgents, placesOf } from './find-agents.ts'

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

test.each([
  ['linux', 'gemini', { PATH: '/usr/bin:./bin:bin:/opt/x' }, ['/usr/bin/gemini', '/opt/x/gemini']],
  ['darwin', '/opt/x/gemini', { PATH: '/usr/bin' }, ['/opt/x/gemini']],
  ['darwin', './gemini', { PATH: '/usr/bin' }, []],
  ['win32', 'gemini', { Path: 'C:\\x;bin' }, ['C:\\x\\gemini.exe', 'C:\\x\\gemini.cmd', 'C:\\x\\gemini.bat']],
  ['win32', 'C:\\x\\gemini.exe', {}, ['C:\\x\\gemini.exe']],
  ['win32', 'x\\gemini', { Path: 'C:\\x' }, []],
])('on %s, %s is looked for outside the workspace only', (platform, command, environment, places) => {
  expect(placesOf(command, environment, platform)).toEqual(places)
})
