import { Team } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { draftOf, emptyTeam, newMember, teamOf } from './team-draft.ts'

const team = Team.parse({
  name: 'Crew',
  slug: 'crew',
  description: 'Builds.',
  mode: 'reflect',
  lead: 'orchestrator',
  members: [
    'worker',
    { agent: 'qa', name: 'Tester', role: 'tests', useFor: 'Finding faults', worktree: true },
    { agent: { name: 'Poet', slug: 'poet', prompt: 'Write verse.' } },
  ],
  judge: { agent: 'evaluator', model: 'rehearsal/offline' },
  sharedContext: 'We ship on Fridays.',
  permissions: { bash: { '*': 'ask', 'git *': 'allow' } },
  limits: { maxIterations: 3, maxToolCalls: 12 },
  settings: { depth: 'quick' },
})

describe('a team in its form', () => {
  test('is the same team if nothing was changed', () => {
    expect(Team.parse(teamOf(draftOf(team)))).toEqual(team)
  })

  test('writes a member without overrides as its slug', () => {
    const members = [newMember('worker'), { ...newMember('qa'), role: 'tests' }]
    const written = teamOf({ ...emptyTeam, name: 'A', slug: 'a', members })
    expect(written.members).toEqual(['worker', { agent: 'qa', role: 'tests' }])
    expect(Object.keys(written)).toEqual(['name', 'slug', 'mode', 'members'])
  })

  test('removes cleared limits and keeps those without a field', () => {
    const draft = draftOf(team)
    expect(teamOf({ ...draft, limits: { maxIterations: '' } }).limits).toEqual({ maxToolCalls: 12 })
  })

  test('keeps invalid JSON settings so that they are refused', () => {
    expect(Team.safeParse(teamOf({ ...draftOf(team), settings: '{ depth' })).success).toBe(false)
  })
})
