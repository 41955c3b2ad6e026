import { describe, expect, test } from 'vitest'
import { editorTeam } from './editor-team.ts'

const agent = (name: string, more: object = {}) => ({ name, systemPrompt: `You are ${name}.`, ...more })

describe('agents in the settings', () => {
  test('form a delegating team with the named entry agent', () => {
    const { team, warnings } = editorTeam([agent('coordinator'), agent('reviewer')], 'reviewer')
    expect(team).toMatchObject({ mode: 'delegate', entryAgent: 'reviewer' })
    expect(warnings).toEqual([])
  })

  test('start with the first agent if the entry agent is empty or unknown', () => {
    expect(editorTeam([agent('a'), agent('b')], '')).toMatchObject({ team: { entryAgent: 'a' }, warnings: [] })
    expect(editorTeam([agent('a'), agent('b')], 'x')).toMatchObject({
      team: { entryAgent: 'a' },
      warnings: ['convene.entryAgent: unknown agent "x". a answers first.'],
    })
  })

  test('that are invalid are skipped, each with a reason', () => {
    const { team, warnings } = editorTeam([agent('a'), 7, {}, { name: 'b' }, agent('A')], '')
    expect(team).toMatchObject({ members: [{ agent: { name: 'a' } }] })
    expect(warnings).toEqual([
      'convene.agents[1] must be an object. It is skipped.',
      'convene.agents[2] has no name. It is skipped.',
      'convene.agents[3] ("b") has no systemPrompt. It is skipped.',
      'convene.agents[4] ("A") uses a name that is already taken. It is skipped.',
    ])
  })

  test.each([
    ['a name over 50 characters', agent('x'.repeat(60)), /"x{50}"\) has an invalid name: name: .*50/u],
    ['only emoji', agent('🦊🦊'), /needs at least one letter from a to z or a digit/u],
    ['two lines', agent('first\nsecond'), /"first second"\) has an invalid name: name: must be one line/u],
    ['a reserved name', agent('user'), /invalid name: slug: must not be one of user/u],
    ['the slug of another', agent('The Clerk!'), /already taken/u],
    ['a model without a provider', agent('odd', { model: 'gpt-5' }), /invalid field: model: must be provider\/model/u],
    ['a value of the wrong kind', agent('odd', { description: 7, temperature: 'hot' }), /invalid field: temperature/u],
  ])('with %s cost only that agent, not the team', (_what, odd, why) => {
    const { team, warnings } = editorTeam([agent('chief'), agent('the clerk'), odd], 'chief')
    expect(team).toMatchObject({ members: [{ agent: { name: 'chief' } }, { agent: { name: 'the clerk' } }] })
    expect(warnings).toEqual([expect.stringMatching(why)])
    expect(warnings[0]).toMatch(/^convene\.agents\[2\] .* It is skipped\.$/u)
  })

  test('have a reasoning level if it is one of ours', () => {
    const { team, warnings } = editorTeam([agent('a', { reasoning: 'low' }), agent('b', { reasoning: 'huge' })], '')
    expect(team).toMatchObject({ members: [{ agent: { name: 'a', reasoning: 'low' } }] })
    expect(warnings).toEqual([
      'convene.agents[1] ("b") has invalid reasoning: use off, low, medium, high, max. It is skipped.',
    ])
  })

  test('that are empty leave the built-in team', () => {
    expect(editorTeam([], '').team).toBeUndefined()
    expect(editorTeam('x', '')).toMatchObject({ team: undefined, warnings: ['convene.agents must be a list.'] })
  })

  test('with unknown, duplicate or circular delegates cause warnings', () => {
    const to = (...agents: string[]) => ({ delegationPermissions: { type: 'specific', agents } })
    const { team, warnings } = editorTeam([agent('a', to('b', 'b', 'nobody')), agent('b', to('a'))], 'a')
    expect(team).toBeDefined()
    expect(warnings).toEqual([
      'a: delegates: unknown agent "nobody".',
      'a: delegates: "b" is listed twice.',
      'a: delegates: circular delegation: a → b → a.',
    ])
  })

  test('with unknown tools cause warnings once the tools are known', () => {
    const tools = { toolPermissions: { type: 'specific', tools: ['reportOut', 'raed', 'editor_run'] } }
    const { warnings, unknownTools } = editorTeam([agent('a', tools)], 'a')
    expect(warnings).toEqual([])
    expect(unknownTools(['read', 'grep'])).toEqual(['a: tools.only: unknown tool "raed". Did you mean "read"?'])
  })

  test('with a text that is too long still form a team, with the text cut and a warning', () => {
    const { team, warnings } = editorTeam([agent('a', { useFor: 'x'.repeat(900) }), agent('b')], 'a')
    expect(team).toMatchObject({ members: [{ agent: { useFor: 'x'.repeat(500) } }, { agent: { name: 'b' } }] })
    expect(warnings).toEqual(['a: useFor has 900 characters. Only the first 500 are used.'])
  })

  test('from the earlier extension are read, and warnings name its section', () => {
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
      warnings: ['copilotMultiAgent.agents[1] ("broken") has no systemPrompt. It is skipped.'],
    })
  })
})
