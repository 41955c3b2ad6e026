import type { ToolSpec } from '@convene/domain'
import { SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { cast, crewOf, planOf, step } from './crew.ts'
import { ofType } from './story.ts'

const tool = (name: string, permission: string): ToolSpec => ({
  name,
  description: name,
  input: {},
  permission,
  readOnly: false,
  timeoutMs: 0,
})
const usage = { input: 10, cached: 0, output: 5 }
const calling = (name: string, input: object) =>
  [
    { type: 'call', tool: name, input },
    { type: 'finish', finish: 'tools', usage },
  ] as never

/** A plan of one step, approved with "ask me each time" where the user's own rules allow everything. */
async function asked(name: string, permission: string, { subagent = false, grants = [] as readonly string[] } = {}) {
  const lines = cast({ planner: { Plan: planOf(step('s1', 'coder')) } })
  const run = crewOf({
    seat: { spawns: ['*'] },
    settings: {
      yes: false,
      tools: { [name]: tool(name, permission) },
      grants: [...grants],
      permissions: [{ layer: 'user', rules: { '*': 'allow' } }],
    },
  })
  const [coder] = run.team.members
  const helper = { ...coder, slug: 'helper', name: 'Helper', seat: 'agent', category: 'subagent' } as never
  const input = { path: 'a.txt', text: 'x' }
  const stage = new SimulatedSession({
    model: (request, call) => {
      const isFirst = request.effect.includes('say1.')
      if (subagent && request.effect.endsWith('s1/run1/say1.1'))
        return calling('task', { agentName: 'helper', prompt: 'Write it.' })
      if (isFirst && request.agent === (subagent ? 'helper' : 'coder') && request.effect.includes('s1/run1'))
        return calling(name, input)
      return lines(request, call)
    },
  })
  await stage.create({ ...run, team: { ...run.team, subagents: [helper] } })
  await stage.untilRest()
  await stage.tell({ type: 'approve', by: 'person', ask: true })
  await stage.untilRest()
  return stage
}

test.each([
  ['a change of its own', 'write', 'edit', {}],
  ['a command', 'bash', 'bash', {}],
  ['a change by a subagent', 'write', 'edit', { subagent: true }],
  ["a custom tool that has another tool's permission", 'deploy', 'edit', {}],
  ['a custom tool with its own permission', 'deploy', 'deploy', {}],
  ['a tool of an MCP server', 'mcp_tracker_close', 'mcp_tracker_close', {}],
  ['an MCP tool used by a subagent', 'mcp_tracker_close', 'mcp_tracker_close', { subagent: true }],
  ['what was allowed when the run started', 'write', 'edit', { grants: ['*:*'] }],
])(
  'a step of a plan that was approved with "ask me each time" asks before %s',
  async (_what, name, permission, more) => {
    const stage = await asked(name, permission, more)
    expect(ofType(stage, 'permission.asked').map(({ data }) => data.tool)).toEqual([name])
    expect(ofType(stage, 'tool.finished').filter(({ data }) => data.ok)).toEqual([])
  },
)

test('what the user then allows for the session is not asked about twice', async () => {
  const stage = await asked('write', 'edit')
  const [first] = ofType(stage, 'permission.asked')
  await stage.tell({
    type: 'permit',
    ask: first?.data.ask as never,
    answer: 'session',
    by: 'person',
    pattern: 'edit:*',
  })
  await stage.untilRest()
  expect(ofType(stage, 'tool.finished')[0]?.data.ok).toBe(true)
  expect(ofType(stage, 'permission.asked')).toHaveLength(1)
})

test('the gate names the rule that lets a step act without asking', async () => {
  const stage = await asked('write', 'edit')
  const [gate] = ofType(stage, 'question.asked')
  const words = 'may change files without asking (rule *: *)'
  expect(gate?.data.grants).toEqual([{ step: 's1', owner: 'coder', words }])
  expect(gate?.data.question).toBe(`Carry out this plan of 1 step? s1 (coder) ${words}.`)
})
