import { expect, test } from 'vitest'
import { begun, seat } from '../../session/session.fixture.ts'
import { openTasks, type Run } from '../../state/session.ts'
import { chooseMembers } from './choose-members.ts'

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
