import { expect, test } from 'vitest'
import { begun, ends, reply, seat, underWay, wanted } from '../../session/session.fixture.ts'

const write = { name: 'write', description: '', input: {}, permission: 'edit', readOnly: false, timeoutMs: 1 }
const read = { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1 }

test('a call queued behind a delegate leaves the run’s last tool call to the delegate', () => {
  const settings = { tools: { write, read }, permissions: [{ layer: 'user', rules: { '*': 'allow' } }] }
  const members = [seat('lead', { delegates: 'all' }), seat('coder')]
  const session = underWay(begun({ mode: 'delegate', members, settings, limits: { maxToolCalls: 1 } }))
  const hand = { agentName: 'coder', workDescription: 'Do it.', reportExpectations: 'What you did.' }
  const calls = [
    { tool: 'delegateWork', input: hand },
    { tool: 'write', input: {} },
  ]
  const handed = underWay(ends(session, 'lead', reply('', { calls, finish: 'tools' })))
  const reading = ends(handed, 'coder', reply('', { calls: [{ tool: 'read', input: {} }], finish: 'tools' }))
  expect(wanted(reading)).toMatchObject([{ kind: 'inspect', task: '1/lead/c1-1', call: 'c1-1' }, { kind: 'timer' }])
})
