import { describe, expect, test } from 'vitest'
import { editorTeam } from './editor-team.ts'

const agent = (name: string, more: object = {}) => ({ name, systemPrompt: `You are ${name}.`, ...more })

describe('agents of the settings', () => {
  test('are a team that delegates, entered by the agent that is named', () => {
    const { team, warnings } = editorTeam([agent('coordinator'), agent('reviewer')], 'reviewer')
    expect(team).toMatchObject({ mode: 'delegate', entryAgent: 'reviewer' })
    expect(warnings).toEqual([])
  })

  test('that nobody enters, or somebody unknown, are entered by the first, with a warning', () => {
    expect(editorTeam([agent('a'), agent('b')], '')).toMatchObject({ team: { entryAgent: 'a' }, warnings: [] })
    expect(editorTeam([agent('a'), agent('b')], 'x')).toMatchObject({
      team: { entryAgent: 'a' },
      warnings: ['convene.entryAgent: there is no agent "x"; a answers first.'],
    })
  })

  test('that cannot be used are left out, each with why', () => {
    const { team, warnings } = editorTeam([agent('a'), 7, {}, { name: 'b' }, agent('A')], '')
    expect(team).toMatchObject({ members: [{ agent: { name: 'a' } }] })
    expect(warnings).toEqual([
      'convene.agents[1] must be an object; it is left out.',
      'convene.agents[2] has no name; it is left out.',
      'convene.agents[3] ("b") has no systemPrompt; it is left out.',
      'convene.agents[4] ("A") has a name twice; it is left out.',
    ])
  })

  test('that are none leave the built-in team', () => {
    expect(editorTeam([], '').team).toBeUndefined()
    expect(editorTeam('x', '')).toMatchObject({ team: undefined, warnings: ['convene.agents must be a list.'] })
  })

  test('that name nobody, somebody twice, or each other in a circle are named', () => {
    const to = (...agents: string[]) => ({ delegationPermissions: { type: 'specific', agents } })
    const { team, warnings } = editorTeam([agent('a', to('b', 'b', 'nobody')), agent('b', to('a'))], 'a')
    expect(team).toBeDefined()
    expect(warnings).toEqual([
      'a: delegates: there is no agent "nobody".',
      'a: delegates: "b" is listed twice.',
      'a: delegates: work can go round in a circle: a → b → a.',
    ])
  })

  test('that name tools which are not there are named once the tools are known', () => {
    const tools = { toolPermissions: { type: 'specific', tools: ['reportOut', 'raed', 'editor_run'] } }
    const { warnings, unknownTools } = editorTeam([agent('a', tools)], 'a')
    expect(warnings).toEqual([])
    expect(unknownTools(['read', 'grep'])).toEqual(['a: tools.only: there is no tool "raed". Did you mean "read"?'])
  })

  test('with one line that is too long keep the team, and the line is cut and named', () => {
    const { team, warnings } = editorTeam([agent('a', { useFor: 'x'.repeat(900) }), agent('b')], 'a')
    expect(team).toMatchObject({ members: [{ agent: { useFor: 'x'.repeat(500) } }, { agent: { name: 'b' } }] })
    expect(warnings).toEqual(['a: useFor has 900 characters; the first 500 are used.'])
  })

  test('of the extension that had the same settings before are read, and named by its section', () => {
    const theirs = [
      {
        name: 'coordinator',
        systemPrompt: 'You are a coordinator agent...',
        description: 'Coordinates work between specialized agents',
        useFor: 'Task orchestration and delegation',
        delegationPermissions: { type: 'all' },
        toolPermissions: { type: 'specific', tools: ['delegateWork', 'reportOut'] },
      },
      { name: 'broken' },
    ]
    expect(editorTeam(theirs, 'coordinator', 'copilotMultiAgent')).toMatchObject({
      team: { entryAgent: 'coordinator', members: [{ agent: { name: 'coordinator' } }] },
      warnings: ['copilotMultiAgent.agents[1] ("broken") has no systemPrompt; it is left out.'],
    })
  })
})
