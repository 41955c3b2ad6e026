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
    expect(editorTeam('x', '')).toEqual({ team: undefined, warnings: ['convene.agents must be a list.'] })
  })
})
