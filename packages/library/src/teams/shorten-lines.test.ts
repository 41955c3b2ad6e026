import { expect, test } from 'vitest'
import { readTeam } from './read-team.ts'

const team = (...members: readonly object[]) =>
  readTeam('/t/team.json', JSON.stringify({ name: 'T', mode: 'delegate', members }, null, 2), ['delegate'])
const agent = (name: string, more: object = {}) => ({ agent: { name, systemPrompt: `You are ${name}.`, ...more } })

test('one line that is too long does not make the whole team unusable: it is cut, and reported with its place', () => {
  const { team: read, problems } = team(agent('a', { useFor: 'x'.repeat(900) }), agent('b'))
  expect(read?.members).toHaveLength(2)
  expect(read?.members[0]).toMatchObject({ agent: { useFor: 'x'.repeat(500) } })
  expect(problems).toMatchObject([
    { severity: 'warning', code: 'too_long', key: 'members[0].agent.useFor', message: expect.stringContaining('900') },
  ])
})

test('a line that contains line breaks becomes one line', () => {
  const { team: read, problems } = team(agent('a', { description: 'First.\nSecond.' }))
  expect(read?.members[0]).toMatchObject({ agent: { description: 'First. Second.' } })
  expect(problems).toEqual([])
})

test('an agent with another mistake is still refused with its place', () => {
  expect(team(agent('a', { temperature: 'hot' })).problems).toMatchObject([{ severity: 'error' }])
})
