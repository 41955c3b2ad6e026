import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../../effect/effect.ts'
import { toArray } from '../../list/list.ts'
import { begun, domain, ends, failure, reply, seat, underWay } from '../../session/session.fixture.ts'
import type { Session } from '../../state/session.ts'
import type { ToolSpec } from '../../tool/tool.ts'

const tool = (name: string, readOnly: boolean): ToolSpec => ({
  name,
  description: '',
  input: {},
  permission: name,
  readOnly,
  timeoutMs: 1,
})
const settings = {
  permissions: [{ layer: 'user', rules: { '*': 'allow' } }],
  tools: { read: tool('read', true), write: tool('write', false) },
}
const says = (session: Session, agent: string, name: string, input: object): Session =>
  underWay(ends(session, agent, reply('', { calls: [{ tool: name, input: input as never }], finish: 'tools' })))
const requestOf = (session: Session, agent: string) => {
  const effect = Object.values(session.started).find((one) => one.kind === 'model' && one.agent === agent)
  return domain.prompt(session, effect as ModelEffect)
}
const resultsOf = (session: Session, agent: string) =>
  toArray(requestOf(session, agent).lines).flatMap((line) => (line.role === 'tool' ? [line.output] : []))
const toolsOf = (session: Session, agent: string) => requestOf(session, agent).tools.map(({ name }) => name)

describe('an agent that delegates', () => {
  const lead = seat('lead', { delegates: 'all' })
  const coder = seat('coder', { tools: { only: ['read'] } })
  const open = () => underWay(begun({ mode: 'delegate', members: [lead, coder], settings }))
  const work = { agentName: 'coder', workDescription: 'Do it.', reportExpectations: 'What you did.' }

  test('reads that the delegate failed, and with which code', () => {
    const failed = ends(says(open(), 'lead', 'delegateWork', work), 'coder', failure('refused', { retryable: false }))
    expect(resultsOf(underWay(failed), 'lead')[0]).toMatch(/^agent_execution_error: coder failed\. .*\(refused\)/)
  })

  test('reads which tools the delegate tried but does not have', () => {
    const tried = says(says(open(), 'lead', 'delegateWork', work), 'coder', 'write', { path: 'a' })
    expect(resultsOf(tried, 'coder')[0]).toContain('tool_access_error: There is no tool named write')
    const back = says(tried, 'coder', 'reportOut', { report: 'Only looked.' })
    expect(resultsOf(back, 'lead')).toEqual(['Only looked.\n\ntool_access_error: coder could not use write.'])
  })

  test('reads that it has no one to delegate to', () => {
    const alone = underWay(begun({ mode: 'delegate', members: [lead], settings }))
    expect(resultsOf(says(alone, 'lead', 'delegateWork', work), 'lead')[0]).toMatch(
      /^delegation_error: There is nobody/,
    )
  })
})

describe('an agent that only plans', () => {
  const planner = seat('planner', { execution: 'planning', spawns: ['*'], delegates: 'all', seat: 'agent' })
  const helper = seat('helper', { category: 'subagent', execution: 'agentic' })

  test('cannot make changes through a subagent', () => {
    const session = begun({ members: [planner], settings })
    const run = session.run as NonNullable<Session['run']>
    const open = underWay({ ...session, run: { ...run, team: { ...run.team, subagents: [helper] } } })
    const spawned = says(open, 'planner', 'task', { agentName: 'helper', prompt: 'Write it.' })
    expect(toolsOf(spawned, 'helper')).toEqual(expect.arrayContaining(['read']))
    expect(toolsOf(spawned, 'helper')).not.toContain('write')
    expect(resultsOf(says(spawned, 'helper', 'write', {}), 'helper')[0]).toContain('this task only reads')
  })

  test('cannot make changes through a delegate’s delegate', () => {
    const members = [planner, seat('lead', { delegates: 'all' }), seat('coder')]
    const open = underWay(begun({ mode: 'delegate', members, settings }))
    const work = (agentName: string) => ({ agentName, workDescription: 'Do it.', reportExpectations: 'All.' })
    const first = says(open, 'planner', 'delegateWork', work('lead'))
    const second = says(first, 'lead', 'delegateWork', work('coder'))
    expect(toolsOf(second, 'coder')).toContain('read')
    expect(toolsOf(second, 'coder')).not.toContain('write')
  })
})
