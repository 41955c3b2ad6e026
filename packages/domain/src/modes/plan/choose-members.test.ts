import { expect, test } from 'vitest'
import { begun, seat } from '../../session/session.fixture.ts'
import { openTasks, type Run } from '../../state/session.ts'
import { chooseMembers } from './choose-members.ts'
import { reviewerOf } from './form-team.ts'
import { untouched } from './state.ts'

const crew = [
  seat('coder', { capabilities: ['code'] }),
  seat('reviewer', { role: 'reviewer', capabilities: ['review'] }),
  seat('tester', { capabilities: ['test'] }),
  seat('researcher', { capabilities: ['research'] }),
  seat('scribe', { role: 'Technical writer' }),
  seat('newcomer'),
]

const planned = (goal: string, settings = {}) => ({
  ...(begun({ mode: 'plan', members: crew, settings: { mode: settings } }).run as Run),
  goal,
})

test.each([
  ['Fix the crash in the parser.', ['coder', 'reviewer', 'tester', 'newcomer'], ['researcher', 'scribe']],
  ['Investigate the options for storage.', ['coder', 'reviewer', 'researcher', 'newcomer'], ['tester', 'scribe']],
  ['Document the API.', ['coder', 'reviewer', 'scribe', 'newcomer'], ['tester', 'researcher']],
  ['Datenbank auswählen.', crew.map(({ slug }) => slug), []],
])('for %j the members that fit are chosen, along with the lead and the reviewers', (goal, members, leftOut) => {
  expect(chooseMembers(planned(goal))).toMatchObject({ members, leftOut })
})

test('everyone stays if nobody fits or the user has named the members', () => {
  const goal = 'Investigate the options.'
  const two = { ...planned(goal), team: { ...planned(goal).team, members: crew.slice(2, 3) } }
  expect(chooseMembers(two).leftOut).toEqual([])
  expect(chooseMembers(planned(goal, { chooseMembers: false })).leftOut).toEqual([])
})

test('the chosen members draft and review the plan, and the log names them', () => {
  const members = [seat('planner'), ...crew]
  const session = begun({ mode: 'plan', members })
  expect(session.run?.data).toMatchObject({ members: members.map(({ slug }) => slug) })
  expect(openTasks(session).map(({ agent, kind }) => `${agent} ${kind}`)).toEqual(['planner plan'])
})

test('a step is reviewed by a model of another vendor, if one of those who can review has it', () => {
  const can = { capabilities: ['review'] }
  const members = [
    seat('coder', { model: 'anthropic/claude-x', capabilities: ['code'] }),
    seat('reviewer', { role: 'reviewer', model: 'openrouter/anthropic/claude-y', ...can }),
    seat('second', { model: 'openai/gpt-x', ...can }),
  ]
  const run = begun({ mode: 'plan', members }).run as Run
  const step = untouched({ id: 's1', owner: 'coder', description: 'Do it.', acceptance: '', dependsOn: [] })
  expect(reviewerOf(run, step)?.slug).toBe('second')
  expect(reviewerOf({ ...run, team: { ...run.team, members: members.slice(0, 2) } }, step)?.slug).toBe('reviewer')
  expect(reviewerOf(run, { ...step, owner: 'second' })?.slug).toBe('reviewer')
})
